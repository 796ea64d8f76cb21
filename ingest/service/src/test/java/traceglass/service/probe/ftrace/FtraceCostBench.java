package traceglass.service.probe.ftrace;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import traceglass.protos.trace.Trace;
import traceglass.protos.trace.TracePacket;
import traceglass.service.probe.SeenIds;
import traceglass.service.testing.PerfettoDaemons;
import traceglass.service.testing.ProbeRecording;

/// Measures the CPU time of reading kernel events: our probe and the real one record the same load at the same time,
/// each from its own tracefs instance. Arguments: seconds, a shell command that generates load, and the events in the
/// text format of `ftrace_config`. Needs root.
public final class FtraceCostBench {

    private static final Path INSTANCES = Path.of("/sys/kernel/tracing/instances");
    private static final double NS = 1e9;
    private static final double TICKS = 100;

    private FtraceCostBench() {}

    public static void main(String[] args) throws Exception {
        int seconds = Integer.parseInt(args[0]);
        Path folder = Files.createTempDirectory("tgftrace");
        Path ours = Files.createDirectory(INSTANCES.resolve("bench-ours"));
        Path theirs = Files.createDirectory(INSTANCES.resolve("bench-theirs"));
        Path bin = PerfettoDaemons.programs();
        if (bin == null) {
            throw new IOException("no real perfetto programs");
        }
        try (PerfettoDaemons daemons = PerfettoDaemons.start(bin, folder);
                ProbeRecording recording =
                        ProbeRecording.start(List.of(new FtraceProbe(new SeenIds())), config(ours, args[2]))) {
            Path file = folder.resolve("trace");
            Process real = daemons.startRecording(config(theirs, args[2]), file);
            while (!Files.readString(theirs.resolve("tracing_on")).startsWith("1")) {
                Thread.sleep(20);
            }
            Process load = new ProcessBuilder("/bin/sh", "-c", "exec " + args[1])
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .start();
            Thread.sleep(2000);
            long probe = threadTime("tracing probes");
            long service = threadTime("tracing service");
            long realProbe = ticks(daemons.probes().pid());
            long realService = ticks(daemons.service().pid());
            Thread.sleep(1000L * seconds);
            probe = threadTime("tracing probes") - probe;
            service = threadTime("tracing service") - service;
            realProbe = ticks(daemons.probes().pid()) - realProbe;
            realService = ticks(daemons.service().pid()) - realService;
            load.destroyForcibly().waitFor();
            daemons.end(real, file);
            long events = events(recording.stop());
            long other = events(Trace.parseFrom(Files.readAllBytes(file)).getPacketList());
            System.out.printf(
                    Locale.ROOT, "%d s, %d events kept by ours, %d by the real one%n", seconds, events, other);
            System.out.printf(Locale.ROOT, "ours: probe %.2f s, service %.2f s%n", probe / NS, service / NS);
            System.out.printf(
                    Locale.ROOT, "real: probe %.2f s, service %.2f s%n", realProbe / TICKS, realService / TICKS);
        } finally {
            Files.delete(ours);
            Files.delete(theirs);
            try (Stream<Path> files = Files.walk(folder)) {
                for (Path path : files.sorted(Comparator.reverseOrder()).toList()) {
                    Files.delete(path);
                }
            }
        }
    }

    private static String config(Path instance, String events) {
        return "buffers { size_kb: 131072 fill_policy: RING_BUFFER } data_sources { config { name: 'linux.ftrace'"
                + " ftrace_config {"
                + " instance_name:"
                + " '" + instance.getFileName() + "' buffer_size_kb: 16384 " + events + " } } }";
    }

    /// Returns the CPU time of a thread in nanoseconds.
    private static long threadTime(String name) {
        long sum = 0;
        var threads = ManagementFactory.getThreadMXBean();
        for (long id : threads.getAllThreadIds()) {
            var info = threads.getThreadInfo(id);
            if (info != null && info.getThreadName().equals(name)) {
                sum += threads.getThreadCpuTime(id);
            }
        }
        return sum;
    }

    /// Returns the CPU time of a process in hundredths of a second.
    private static long ticks(long pid) throws IOException {
        String stat = Files.readString(Path.of("/proc/" + pid + "/stat"));
        String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ");
        return Long.parseLong(fields[11]) + Long.parseLong(fields[12]);
    }

    private static long events(List<TracePacket> packets) {
        return packets.stream()
                .map(TracePacket::getFtraceEvents)
                .mapToLong(b -> b.getEventCount()
                        + b.getCompactSched().getSwitchTimestampCount()
                        + b.getCompactSched().getWakingTimestampCount())
                .sum();
    }
}
