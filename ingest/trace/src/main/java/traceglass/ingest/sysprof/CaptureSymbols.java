package traceglass.ingest.sysprof;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import traceglass.ingest.collection.AddressMap;
import traceglass.ingest.ftrace.format.KernelNames;

/// Names of functions in a capture: those that Sysprof looked up when the recording ended, by process and address;
/// those of the kernel; and those that programs assigned to synthetic addresses, such as functions of JavaScript.
final class CaptureSymbols {

    /// Highest bits of synthetic addresses on 64-bit machines.
    private static final int SYNTHETIC = 0xE000;
    private static final int HIGH = 48;
    /// Size of an entry: start, end, process, offset of the name, offset of the library, padding.
    private static final int ENTRY_SIZE = 32;
    private static final int JIT_START = 28;
    /// Maximum length of a name in bytes. In damaged files, the end of a name may be missing.
    private static final int MAX_NAME = 1 << 16;

    private final Map<Long, String> syntheticNames = new HashMap<>();
    /// Offsets of names in `strings`, by process and address. Decoded on demand, because few of them occur in stacks.
    private final Map<Integer, AddressMap<Integer>> byPid = new HashMap<>();
    private byte[] strings = new byte[0];
    private final Map<Integer, String> decoded = new HashMap<>();
    private final KernelNames kernel = new KernelNames();

    /// Returns whether an address is synthetic. On 32-bit machines, it is recognized only by having a name.
    boolean isSynthetic(long address) {
        return address >>> HIGH == SYNTHETIC || syntheticNames.containsKey(address);
    }

    /// Adds the names in a frame.
    void addSynthetic(CaptureFrame frame) {
        int offset = JIT_START;
        for (int i = frame.i32(CaptureFrame.HEADER_SIZE); i > 0 && offset + Long.BYTES < frame.length(); i--) {
            long address = frame.i64(offset);
            offset += Long.BYTES;
            syntheticNames.put(address, frame.text(offset));
            offset = frame.textEnd(offset) + 1;
        }
    }

    /// Adds the names that Sysprof looked up: entries up to one of zeros, then strings.
    void addResolved(byte[] file, ByteOrder order) {
        strings = file;
        ByteBuffer in = ByteBuffer.wrap(file).order(order);
        for (int at = 0; at + ENTRY_SIZE <= file.length; at += ENTRY_SIZE) {
            long start = in.getLong(at);
            long end = in.getLong(at + 8);
            int pid = in.getInt(at + 16);
            int name = in.getInt(at + 20);
            if (start == 0 && end == 0 && pid == 0 && name == 0) {
                return;
            }
            if (name > 0 && name < file.length) {
                byPid.computeIfAbsent(pid, p -> new AddressMap<>()).putTrimming(start, end, name);
            }
        }
    }

    /// Adds the functions of the kernel: lines of an address, a type and a name.
    void addKernel(byte[] kallsyms) {
        kernel.addFunctions(new String(kallsyms, StandardCharsets.UTF_8));
    }

    /// Returns the name of the function at an address, or null.
    @Nullable
    String find(int pid, long address, boolean isKernel) {
        if (isSynthetic(address)) {
            return syntheticNames.get(address);
        }
        String name = lookUp(pid, address);
        if (name == null) {
            name = lookUp(0, address);
        }
        if (name == null && isKernel) {
            name = kernel.function(address);
        }
        return name;
    }

    private @Nullable String lookUp(int pid, long address) {
        AddressMap<Integer> names = byPid.get(pid);
        AddressMap.Range<Integer> range = names == null ? null : names.find(address);
        return range == null ? null : decoded.computeIfAbsent(range.value(), this::decode);
    }

    private String decode(int name) {
        int limit = Math.min(strings.length, name + MAX_NAME);
        int end = name;
        while (end < limit && strings[end] != 0) {
            end++;
        }
        return new String(strings, name, end - name, StandardCharsets.UTF_8);
    }
}
