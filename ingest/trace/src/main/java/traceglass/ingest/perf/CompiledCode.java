package traceglass.ingest.perf;

import java.io.BufferedInputStream;
import java.io.BufferedReader;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import traceglass.ingest.collection.AddressMap;
import traceglass.ingest.collection.LongMap;

/// Names of functions compiled at run time, from the files that runtimes write for `perf` next to the
/// trace: `perf-PID.map` (lines `start size name`, in hexadecimal) and `jit-PID.dump`
/// (tools/perf/Documentation/jitdump-specification.txt of Linux).
final class CompiledCode {

    private static final int JITDUMP = 0x4A695444;
    private static final int JITDUMP_HEADER = 40;
    private static final int CODE_LOAD = 0;
    private static final int CODE_MOVE = 1;
    private static final int RECORD_HEADER = 16;
    private static final int MAX_RECORD_BYTES = 64 << 20;
    private static final int MAX_FUNCTIONS = 4 << 20;

    private final Path folder;
    private final LongMap<AddressMap<String>> byPid = new LongMap<>();

    /// @param folder folder of the trace; null if the trace is not a separate file
    CompiledCode(Path folder) {
        this.folder = folder;
    }

    /// Returns whether code in a mapping with this name may have been compiled at run time.
    static boolean mayContain(String mapping) {
        return mapping.isEmpty()
                || mapping.startsWith("//anon")
                || mapping.startsWith("[anon")
                || mapping.startsWith("[heap]")
                || mapping.startsWith("/memfd:")
                || mapping.startsWith("/dev/zero")
                || mapping.startsWith("/anon_hugepage")
                || mapping.startsWith("/SYSV")
                || mapping.endsWith(".dump")
                || mapping.contains("jit");
    }

    /// Returns the name of the function at an address of a process, or null.
    String function(long pid, long address) {
        if (folder == null) {
            return null;
        }
        AddressMap<String> functions = byPid.computeIfAbsent(pid, this::read);
        AddressMap.Range<String> range = functions.find(address);
        return range == null ? null : range.value();
    }

    private AddressMap<String> read(long pid) {
        AddressMap<String> functions = new AddressMap<>();
        Path map = folder.resolve("perf-" + pid + ".map");
        Path dump = folder.resolve("jit-" + pid + ".dump");
        try {
            if (Files.isRegularFile(map)) {
                readMap(map, functions);
            }
            if (Files.isRegularFile(dump)) {
                readDump(dump, functions);
            }
        } catch (IOException e) {
            // The names read so far are still useful.
            return functions;
        }
        return functions;
    }

    private static void readMap(Path file, AddressMap<String> functions) throws IOException {
        try (BufferedReader lines =
                new BufferedReader(new InputStreamReader(Files.newInputStream(file), StandardCharsets.UTF_8))) {
            int count = 0;
            for (String line = lines.readLine(); line != null && count < MAX_FUNCTIONS; line = lines.readLine()) {
                String[] words = line.strip().split("\\s+", 3);
                if (words.length == 3) {
                    long start = parseHex(words[0]);
                    long size = parseHex(words[1]);
                    if (start != 0 && size > 0) {
                        functions.putTrimming(start, AddressMap.end(start, size), words[2]);
                        count++;
                    }
                }
            }
        }
    }

    private static long parseHex(String digits) {
        String d = digits.startsWith("0x") ? digits.substring(2) : digits;
        try {
            return Long.parseUnsignedLong(d, 16);
        } catch (NumberFormatException e) {
            return 0;
        }
    }

    private static void readDump(Path file, AddressMap<String> functions) throws IOException {
        try (BufferedInputStream in = new BufferedInputStream(Files.newInputStream(file), 1 << 16)) {
            ByteBuffer header = ByteBuffer.wrap(in.readNBytes(JITDUMP_HEADER));
            if (header.remaining() < JITDUMP_HEADER) {
                return;
            }
            ByteOrder order = header.getInt(0) == JITDUMP ? ByteOrder.BIG_ENDIAN : ByteOrder.LITTLE_ENDIAN;
            header.order(order);
            if (header.getInt(0) != JITDUMP) {
                return;
            }
            in.skipNBytes(Math.max(0, header.getInt(8) - JITDUMP_HEADER));
            for (int count = 0; count < MAX_FUNCTIONS; count++) {
                ByteBuffer record =
                        ByteBuffer.wrap(in.readNBytes(RECORD_HEADER)).order(order);
                int size = record.remaining() < RECORD_HEADER ? 0 : record.getInt(4) - RECORD_HEADER;
                if (size < 0 || size > MAX_RECORD_BYTES || record.remaining() < RECORD_HEADER) {
                    return;
                }
                ByteBuffer body = ByteBuffer.wrap(in.readNBytes(size)).order(order);
                if (body.remaining() == size) {
                    readCode(record.getInt(0), body, functions);
                }
            }
        } catch (EOFException e) {
            // The file is shorter than its header states.
            return;
        }
    }

    private static void readCode(int id, ByteBuffer body, AddressMap<String> functions) {
        if (id == CODE_LOAD && body.remaining() > 40) {
            long address = body.getLong(16);
            long size = body.getLong(24);
            byte[] name = new byte[body.limit() - 40];
            body.get(40, name);
            functions.putTrimming(address, AddressMap.end(address, size), RecordBytes.text(name, 0, name.length));
        } else if (id == CODE_MOVE && body.remaining() >= 48) {
            long from = body.getLong(16);
            long to = body.getLong(24);
            long size = body.getLong(32);
            AddressMap.Range<String> old = functions.find(from);
            if (old != null) {
                functions.putTrimming(to, AddressMap.end(to, size), old.value());
            }
        }
    }
}
