package traceglass.sql.functions;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Names of the flags of a memory allocation in the kernel, which depend on its version. The names and their order are
/// those of `show_gfp_flags` in the kernel's `include/trace/events/gfpflags.h`; a name may stand for several bits.
public final class GfpFlags {
    private static final Pattern VERSION = Pattern.compile("([0-9]+)\\.([0-9]+).*");

    private record Flag(long bits, String name) {}

    /// Up to Linux 3.9.
    private static final List<Flag> LINUX_3_4 = flags("""
            4352da GFP_TRANSHUGE, 200da GFP_HIGHUSER_MOVABLE, 200d2 GFP_HIGHUSER, 200d0 GFP_USER,
            800d0 GFP_TEMPORARY, d0 GFP_KERNEL, 50 GFP_NOFS, 20 GFP_ATOMIC, 10 GFP_NOIO, 20 GFP_HIGH,
            10 GFP_WAIT, 40 GFP_IO, 100 GFP_COLD, 200 GFP_NOWARN, 400 GFP_REPEAT, 800 GFP_NOFAIL,
            1000 GFP_NORETRY, 4000 GFP_COMP, 8000 GFP_ZERO, 10000 GFP_NOMEMALLOC, 20000 GFP_HARDWALL,
            40000 GFP_THISNODE, 80000 GFP_RECLAIMABLE, 8 GFP_MOVABLE, 400000 GFP_NO_KSWAPD,
            800000 GFP_OTHER_NODE
            """);

    /// Linux 3.10 to 4.3.
    private static final List<Flag> LINUX_3_10 = flags("""
            4352da GFP_TRANSHUGE, 200da GFP_HIGHUSER_MOVABLE, 200d2 GFP_HIGHUSER, 200d0 GFP_USER,
            800d0 GFP_TEMPORARY, d0 GFP_KERNEL, 50 GFP_NOFS, 20 GFP_ATOMIC, 10 GFP_NOIO, 20 GFP_HIGH,
            10 GFP_WAIT, 40 GFP_IO, 100 GFP_COLD, 200 GFP_NOWARN, 400 GFP_REPEAT, 800 GFP_NOFAIL,
            1000 GFP_NORETRY, 4000 GFP_COMP, 8000 GFP_ZERO, 10000 GFP_NOMEMALLOC, 2000 GFP_MEMALLOC,
            20000 GFP_HARDWALL, 40000 GFP_THISNODE, 80000 GFP_RECLAIMABLE, 100000 GFP_KMEMCG, 8 GFP_MOVABLE,
            200000 GFP_NOTRACK, 400000 GFP_NO_KSWAPD, 800000 GFP_OTHER_NODE
            """);

    /// Linux 4.4 to 4.13, and kernels of unknown version.
    private static final List<Flag> LINUX_4_4 = flags("""
            4352ca GFP_TRANSHUGE, 24200ca GFP_HIGHUSER_MOVABLE, 24200c2 GFP_HIGHUSER, 24200c0 GFP_USER,
            24000d0 GFP_TEMPORARY, 24000c0 GFP_KERNEL, 2400040 GFP_NOFS, 2080020 GFP_ATOMIC, 2400000 GFP_NOIO,
            20 GFP_HIGH, 80000 GFP_ATOMIC, 40 GFP_IO, 100 GFP_COLD, 200 GFP_NOWARN, 400 GFP_REPEAT,
            800 GFP_NOFAIL, 1000 GFP_NORETRY, 4000 GFP_COMP, 8000 GFP_ZERO, 10000 GFP_NOMEMALLOC,
            2000 GFP_MEMALLOC, 20000 GFP_HARDWALL, 40000 GFP_THISNODE, 10 GFP_RECLAIMABLE, 8 GFP_MOVABLE,
            200000 GFP_NOTRACK, 400000 GFP_DIRECT_RECLAIM, 2000000 GFP_KSWAPD_RECLAIM, 800000 GFP_OTHER_NODE
            """);

    /// Since Linux 4.14.
    private static final List<Flag> LINUX_4_14 = flags("""
            4342ca GFP_TRANSHUGE, 342ca GFP_TRANSHUGE_LIGHT, 14200ca GFP_HIGHUSER_MOVABLE, 14200c2 GFP_HIGHUSER,
            14200c0 GFP_USER, 15000c0 GFP_KERNEL_ACCOUNT, 14000c0 GFP_KERNEL, 1400040 GFP_NOFS,
            1080020 GFP_ATOMIC, 1400000 GFP_NOIO, 1000000 GFP_NOWAIT, 1 GFP_DMA, 2 __GFP_HIGHMEM, 4 GFP_DMA32,
            20 __GFP_HIGH, 80000 __GFP_ATOMIC, 40 __GFP_IO, 80 __GFP_FS, 100 __GFP_COLD, 200 __GFP_NOWARN,
            400 __GFP_RETRY_MAYFAIL, 800 __GFP_NOFAIL, 1000 __GFP_NORETRY, 4000 __GFP_COMP, 8000 __GFP_ZERO,
            10000 __GFP_NOMEMALLOC, 2000 __GFP_MEMALLOC, 20000 __GFP_HARDWALL, 40000 __GFP_THISNODE,
            10 __GFP_RECLAIMABLE, 8 __GFP_MOVABLE, 100000 __GFP_ACCOUNT, 800000 __GFP_WRITE,
            1400000 __GFP_RECLAIM, 400000 __GFP_DIRECT_RECLAIM, 1000000 __GFP_KSWAPD_RECLAIM
            """);

    private GfpFlags() {}

    private static List<Flag> flags(String text) {
        List<Flag> out = new ArrayList<>();
        for (String flag : text.strip().split(",\\s+")) {
            String[] words = flag.split(" ");
            out.add(new Flag(Long.parseLong(words[0], 16), words[1]));
        }
        return out;
    }

    /// Returns the names of flags, separated by `|`; bits without a name are a hexadecimal number.
    ///
    /// @param release the kernel's release, such as `5.10.107-android13`; empty if unknown
    public static String names(long value, String release) {
        if (value == 0) {
            return "GFP_NOWAIT";
        }
        List<String> names = new ArrayList<>();
        long rest = value;
        for (Flag flag : ofRelease(release)) {
            if ((rest & flag.bits) == flag.bits) {
                names.add(flag.name);
                rest &= ~flag.bits;
            }
        }
        if (rest != 0) {
            names.add("0x" + Long.toHexString(rest));
        }
        return String.join("|", names);
    }

    private static List<Flag> ofRelease(String release) {
        Matcher version = VERSION.matcher(release);
        if (!version.matches()) {
            return LINUX_4_4;
        }
        int number = Integer.parseInt(version.group(1)) * 1000 + Integer.parseInt(version.group(2));
        return number < 3_010 ? LINUX_3_4 : number < 4_004 ? LINUX_3_10 : number < 4_014 ? LINUX_4_4 : LINUX_4_14;
    }
}
