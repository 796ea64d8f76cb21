package traceglass.ingest.uftrace;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static traceglass.ingest.tracker.stats.ImportedStats.stat;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import traceglass.ingest.ImportProgress;
import traceglass.ingest.TraceProblem;
import traceglass.ingest.open.TraceFileReader;
import traceglass.store.table.TraceStorage;

class UftraceImporterTest {

    private static final int CUTS = 50;
    private static final int FLIPS = 200;
    private static final long BASE = 0x400000;

    @TempDir
    Path folder;

    private static byte[] info(ByteOrder order, int version) {
        byte[] text = "exename:/bin/demo\ncmdline:uftrace record demo\n".getBytes(StandardCharsets.UTF_8);
        ByteBuffer out = ByteBuffer.allocate(40 + text.length).order(order);
        out.put("Ftrace!\0".getBytes(StandardCharsets.UTF_8)).putInt(version).putShort((short) 40);
        out.put((byte) (order == ByteOrder.BIG_ENDIAN ? 2 : 1))
                .put((byte) 2)
                .putLong(0x63)
                .putLong(0);
        out.putLong(1024).put(text);
        return out.array();
    }

    /// Returns calls of `main` and, nested in them, of `f`.
    private static byte[] calls(ByteOrder order, int count) {
        ByteBuffer out = ByteBuffer.allocate(count * 64).order(order);
        for (int i = 0; i < count; i++) {
            long time = 1000 + i * 100L;
            record(out, time, 0, 0, BASE + 0x100);
            record(out, time + 10, 0, 1, BASE + 0x200);
            record(out, time + 20, 1, 1, BASE + 0x200);
            record(out, time + 30, 1, 0, BASE + 0x100);
        }
        return out.array();
    }

    private static void record(ByteBuffer out, long time, int type, int depth, long address) {
        out.putLong(time).putLong(type | 5 << 3 | depth << 6 | address << 16);
    }

    private void write(ByteOrder order) throws Exception {
        Files.write(folder.resolve("info"), info(order, 4));
        Files.write(folder.resolve("7.dat"), calls(order, 10));
        Files.writeString(
                folder.resolve("task.txt"),
                "SESS timestamp=0.000000001 pid=7 sid=ab exename=\"/bin/demo\"\nTASK timestamp=0.000000002 tid=7 pid=7\n");
        Files.writeString(folder.resolve("sid-ab.map"), "00400000-00401000 r-xp 00000000 08:01 11 /bin/demo\n");
        Files.writeString(folder.resolve("demo.sym"), "0000000000000100 T main\n0000000000000200 T f\n");
    }

    private TraceStorage read() throws Exception {
        TraceStorage storage = new TraceStorage();
        TraceFileReader.readAll(folder, storage, new ImportProgress());
        return storage;
    }

    private static int slices(TraceStorage storage) {
        return storage.table("__intrinsic_slice").rowCount();
    }

    @Test
    void readsFoldersOfBothByteOrders() throws Exception {
        for (ByteOrder order : new ByteOrder[] {ByteOrder.LITTLE_ENDIAN, ByteOrder.BIG_ENDIAN}) {
            write(order);
            TraceStorage storage = read();
            assertEquals(20, slices(storage));
            int name = storage.table("__intrinsic_slice").strings("name").get(1);
            assertEquals("f", storage.strings().get(name));
        }
    }

    @Test
    void recognizesAFolderAsOneTrace() throws Exception {
        assertNull(new UftraceImporter().mainFile(folder));
        write(ByteOrder.LITTLE_ENDIAN);
        assertNotNull(new UftraceImporter().mainFile(folder));
    }

    @Test
    void endsCallsWhoseEndsWereLost() throws Exception {
        write(ByteOrder.LITTLE_ENDIAN);
        ByteBuffer out = ByteBuffer.allocate(80).order(ByteOrder.LITTLE_ENDIAN);
        record(out, 1000, 0, 0, BASE + 0x100);
        record(out, 1010, 0, 1, BASE + 0x200);
        record(out, 1020, 2, 0, 3);
        record(out, 1030, 0, 1, BASE + 0x200);
        record(out, 1040, 1, 0, BASE + 0x100);
        Files.write(folder.resolve("7.dat"), out.array());
        TraceStorage storage = read();
        assertEquals(3, stat(storage, "uftrace_lost_events"));
        assertEquals(40, storage.table("__intrinsic_slice").longs("dur").get(0));
        assertEquals(20, storage.table("__intrinsic_slice").longs("dur").get(1));
        assertEquals(10, storage.table("__intrinsic_slice").longs("dur").get(2));
    }

    @Test
    void countsTruncatedAndDamagedRecords() throws Exception {
        write(ByteOrder.LITTLE_ENDIAN);
        byte[] calls = calls(ByteOrder.LITTLE_ENDIAN, 10);
        Files.write(folder.resolve("7.dat"), Arrays.copyOf(calls, calls.length - 5));
        assertEquals(1, stat(read(), "uftrace_truncated"));
        calls[64 + 8] = 0;
        Files.write(folder.resolve("7.dat"), calls);
        TraceStorage storage = read();
        assertEquals(1, stat(storage, "uftrace_invalid_record"));
        assertEquals(2, slices(storage));
    }

    @Test
    void refusesOtherVersions() throws Exception {
        write(ByteOrder.LITTLE_ENDIAN);
        Files.write(folder.resolve("info"), info(ByteOrder.LITTLE_ENDIAN, 99));
        assertThrows(TraceProblem.class, this::read);
    }

    @Test
    void survivesDamage() throws Exception {
        write(ByteOrder.LITTLE_ENDIAN);
        Random random = new Random(10);
        for (String name : new String[] {"info", "7.dat", "task.txt", "sid-ab.map", "demo.sym"}) {
            byte[] complete = Files.readAllBytes(folder.resolve(name));
            for (int i = 0; i < CUTS + FLIPS / 5; i++) {
                byte[] damaged = i < CUTS ? Arrays.copyOf(complete, complete.length * i / CUTS) : complete.clone();
                for (int flip = CUTS; flip <= i; flip += 10) {
                    damaged[random.nextInt(damaged.length)] ^= (byte) (1 << random.nextInt(8));
                }
                Files.write(folder.resolve(name), damaged);
                try {
                    read();
                } catch (TraceProblem expected) {
                    assertEquals("info", name);
                }
            }
            Files.write(folder.resolve(name), complete);
        }
        assertEquals(20, slices(read()));
    }
}
