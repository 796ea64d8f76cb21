package traceglass.service.probe.journal;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import traceglass.protos.config.SystemdJournaldConfig;
import traceglass.protos.system.SystemdJournaldEvent;
import traceglass.protos.trace.TracePacket;
import traceglass.sdk.posix.Posix;
import traceglass.service.probe.ProbeContext;
import traceglass.service.probe.ProbeInstance;

/// Runs `journalctl` for one session. A thread reads its output, and waits while too many packets are queued.
final class JournalInstance implements ProbeInstance {

    private static final long PERIOD_MS = 100;
    private static final int MAX_WAITING = 4096;
    private static final int LOWEST_PRIORITY = 7;
    private static final int MAX_REASON_BYTES = 300;
    /// Longest wait for `journalctl` to start; it prints nothing before.
    private static final int MAX_START_MS = 1000;

    /// Pauses to wait for messages at the end: `journalctl` prints a message some milliseconds after it was logged.
    private static final int PAUSES = 10;

    private static final int PAUSE_MS = 10;
    private static final int BOOTTIME = 6;

    private final String program;
    private final SystemdJournaldConfig config;
    private final ProbeContext context;
    private final BlockingQueue<byte[]> waiting = new ArrayBlockingQueue<>(MAX_WAITING);
    private final AtomicLong failed = new AtomicLong();
    private volatile @Nullable String problem;
    private @Nullable Process process;
    private @Nullable Thread reader;
    private long startNs;
    private long written;

    JournalInstance(String program, SystemdJournaldConfig config, ProbeContext context) {
        this.program = program;
        this.config = config;
        this.context = context;
    }

    @Override
    public void start() throws IOException {
        Process started = new ProcessBuilder(command()).start();
        startNs = System.nanoTime();
        process = started;
        started.getOutputStream().close();
        Thread thread = new Thread(() -> read(started), "journal");
        thread.setDaemon(true);
        thread.start();
        reader = thread;
        context.runEvery(PERIOD_MS, this::poll);
    }

    /// Returns the command line. Several matches of one field are alternatives; matches of different fields
    /// must all hold.
    private List<String> command() {
        Instant now = Instant.now();
        List<String> command = new ArrayList<>(List.of(
                program,
                "--follow",
                // A start time rather than --lines=0, because journalctl takes a while to start.
                String.format(Locale.ROOT, "--since=@%d.%06d", now.getEpochSecond(), now.getNano() / 1000),
                "--output=export",
                "--all",
                "--no-pager",
                "--output-fields=" + String.join(",", JournalExport.fields())));
        int lowest = config.hasMinPrio() ? config.getMinPrio() : LOWEST_PRIORITY;
        for (int priority = 0; priority <= Math.min(LOWEST_PRIORITY, lowest & Integer.MAX_VALUE); priority++) {
            command.add("PRIORITY=" + priority);
        }
        config.getFilterIdentifiersList().forEach(i -> command.add("SYSLOG_IDENTIFIER=" + i));
        config.getFilterUnitsList().forEach(u -> command.add("_SYSTEMD_UNIT=" + u));
        return command;
    }

    private void read(Process from) {
        try (InputStream in = new BufferedInputStream(from.getInputStream(), 64 << 10)) {
            JournalExport export = new JournalExport(in);
            byte[] packet = export.next();
            while (packet != null) {
                waiting.put(packet);
                failed.set(export.untimedEntries());
                packet = export.next();
            }
            failed.set(export.untimedEntries());
            byte[] reason = from.getErrorStream().readNBytes(MAX_REASON_BYTES);
            problem = new String(reason, StandardCharsets.UTF_8)
                    .strip()
                    .lines()
                    .findFirst()
                    .orElse("no reason given");
        } catch (IOException e) {
            problem = String.valueOf(e.getMessage());
        } catch (InterruptedException e) {
            // The session is stopping.
        }
    }

    private void poll() {
        drain();
        String ended = problem;
        if (ended != null) {
            problem = null;
            context.warn("journalctl ended: " + ended);
        }
    }

    private boolean drain() {
        boolean hasWritten = false;
        for (byte[] packet = waiting.poll(); packet != null; packet = waiting.poll()) {
            context.write(packet);
            written++;
            hasWritten = true;
        }
        return hasWritten;
    }

    @Override
    public void flush() {
        drainAll();
        context.write(TracePacket.newBuilder()
                .setTimestamp(Posix.clockNs(Posix.CLOCK_BOOTTIME))
                .setTimestampClockId(BOOTTIME)
                .setJournaldEvent(
                        SystemdJournaldEvent.newBuilder().setNumTotal(written).setNumFailed(failed.get()))
                .build());
    }

    private void drainAll() {
        try {
            while (written == 0 && waiting.isEmpty() && isReading() && ageMs() < MAX_START_MS) {
                Thread.sleep(PAUSE_MS);
            }
            for (int i = 0; i < PAUSES; i++) {
                Thread.sleep(PAUSE_MS);
                if (!drain()) {
                    return;
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private boolean isReading() {
        return reader != null && reader.isAlive();
    }

    private long ageMs() {
        return (System.nanoTime() - startNs) / 1_000_000;
    }

    @Override
    public void stop() {
        drainAll();
        Process running = process;
        Thread thread = reader;
        if (running != null && thread != null) {
            running.destroy();
            thread.interrupt();
        }
    }
}
