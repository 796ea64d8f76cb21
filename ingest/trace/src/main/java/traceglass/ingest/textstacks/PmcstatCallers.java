package traceglass.ingest.textstacks;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Reads the callers of functions that `pmcstat -G` of FreeBSD prints for each hardware counter event. Each
/// additional space before the percentage stands for one more level of callers.
///
/// ```
/// @ inst_retired.any [35705 samples]
///
/// 20.86%  [7447]     zfs_lz4_compress @ /boot/kernel/zfs.ko
///  100.0%  [7447]      zio_compress_data
/// ```
final class PmcstatCallers implements StackGrammar {

    static final Pattern EVENT = Pattern.compile("@ (\\S+) \\[(\\d+) samples?\\]");
    private static final Pattern LINE = Pattern.compile("( *)[\\d.]{1,8}%\\s+\\[(\\d{1,15})\\]\\s+(\\S.*)");
    private static final String IN = " @ ";

    private final StackProfileWriter writer;
    private CallerTree tree;
    /// Functions without a file belong to the same file as the one above them.
    private String library;

    PmcstatCallers(StackProfileWriter writer) {
        this.writer = writer;
    }

    @Override
    public boolean read(String line) {
        if (line.isBlank() || line.startsWith("#") || line.startsWith("//")) {
            return true;
        }
        Matcher event = EVENT.matcher(line.strip());
        if (event.matches()) {
            finish();
            tree = new CallerTree(writer, writer.profile(event.group(1), "count"));
            library = null;
            return true;
        }
        Matcher m = LINE.matcher(line);
        if (tree == null || !m.matches()) {
            return false;
        }
        String name = m.group(3).strip();
        int in = name.indexOf(IN);
        if (in > 0) {
            library = name.substring(in + IN.length()).strip();
            name = name.substring(0, in);
        }
        tree.add(
                m.group(1).length(), Long.parseLong(m.group(2)), writer.frames().frame(library, name));
        return true;
    }

    @Override
    public boolean finish() {
        if (tree != null) {
            tree.finish();
        }
        return true;
    }
}
