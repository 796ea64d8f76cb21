package traceglass.ingest.perf;

import java.io.BufferedOutputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;

/// Writes a large perf.data file for measurements: `FILE MEGABYTES [DEPTH]`. Samples are from 8 CPUs and 64 processes
/// with four threads each. Each process has a thousand different call chains of about DEPTH frames (default 24).
final class LargePerfData {

    private static final int CPUS = 8;
    private static final int PROCESSES = 64;
    private static final int FUNCTIONS = 4096;
    private static final int PATHS = 1024;
    private static final long CODE = 0x5555_0000_0000L;
    private static final long SIZE = 0x10_0000L;

    private LargePerfData() {}

    public static void main(String[] args) throws Exception {
        long size = Long.parseLong(args[1]) << 20;
        int depth = args.length > 2 ? Integer.parseInt(args[2]) : 24;
        PerfDataWriter start = new PerfDataWriter(ByteOrder.LITTLE_ENDIAN);
        start.attr(
                EventAttr.SOFTWARE,
                0,
                PerfDataWriter.IP_TID_TIME_CPU_PERIOD_CHAIN,
                0,
                new long[] {1},
                PerfDataWriter.SAMPLE_ID_ALL);
        for (int p = 0; p < PROCESSES; p++) {
            long pid = 1000 + p * 10L;
            start.comm(pid, pid, "program-" + p, pid << 32 | pid, 1, 0);
            start.mmap(RecordTypes.MODE_USER, pid, CODE, SIZE, 0, "/usr/bin/program-" + p, pid << 32 | pid, 1, 0);
        }
        byte[] head = start.file(0);
        try (OutputStream out = new BufferedOutputStream(Files.newOutputStream(Path.of(args[0])), 1 << 20)) {
            out.write(head);
            write(out, size - head.length, depth);
        }
    }

    private static void write(OutputStream out, long size, int depth) throws Exception {
        Random random = new Random(1);
        ByteBuffer b = ByteBuffer.allocate(1 << 16).order(ByteOrder.LITTLE_ENDIAN);
        long[] stack = new long[4 * depth];
        long time = 1_000_000;
        long written = 0;
        for (int n = 0; written < size; n++) {
            b.clear();
            if (n % 2048 == 2047) {
                b.putInt(RecordTypes.FINISHED_ROUND).putShort((short) 0).putShort((short) 8);
            } else {
                int process = random.nextInt(PROCESSES);
                long pid = 1000 + process * 10L;
                // The paths of a program share their outer frames, like real ones.
                int path = Math.min(random.nextInt(PATHS), random.nextInt(PATHS));
                int frames = depth / 2 + path % depth + 1;
                for (int i = frames - 1, level = 0; i >= 0; i--, level++) {
                    long node = (process * 31L + (path >> Math.max(0, 10 - level)) * 17L + level * 7L) % FUNCTIONS;
                    stack[i] = CODE + node * 256 + 16;
                }
                time += 500 + random.nextInt(1000);
                int bytes = 8 + 8 * 6 + 8 * (frames + 1);
                b.putInt(RecordTypes.SAMPLE)
                        .putShort((short) RecordTypes.MODE_USER)
                        .putShort((short) bytes);
                b.putLong(stack[0]).putInt((int) pid).putInt((int) pid + random.nextInt(4));
                b.putLong(time).putInt(random.nextInt(CPUS)).putInt(0).putLong(1_000_000);
                b.putLong(frames + 1L).putLong(-512);
                for (int i = 0; i < frames; i++) {
                    b.putLong(stack[i]);
                }
            }
            out.write(b.array(), 0, b.position());
            written += b.position();
        }
    }
}
