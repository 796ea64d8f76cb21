package traceglass.service.probe.perf;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import traceglass.sdk.posix.PerfCounter;
import traceglass.sdk.posix.Posix;
import traceglass.service.probe.ProbeContext;
import traceglass.service.probe.ProbeInstance;

/// Instance of `linux.perf` in one session.
final class PerfSampling implements ProbeInstance {

    private static final long FLUSH_MS = 1000;
    private static final long STOP_MS = 3000;

    private final PerfSettings settings;
    private final List<OpenEvents> cpus;
    private final ProbeContext context;
    private final PerfScope scope;
    private final StackResolver resolver;
    private final SampleEncoder encoder;
    private final CallstackQueue queue;

    /// The events of one CPU.
    ///
    /// @param followers events counted together with the leader
    record OpenEvents(int cpu, PerfCounter leader, List<PerfCounter> followers, RecordDecoder decoder)
            implements AutoCloseable {

        @Override
        public void close() {
            followers.forEach(PerfCounter::close);
            leader.close();
        }
    }

    PerfSampling(PerfSettings settings, List<OpenEvents> cpus, ProbeContext context, Path proc) {
        this.settings = settings;
        this.cpus = cpus;
        this.context = context;
        scope = new PerfScope(settings.scope(), proc, settings.shard());
        resolver = new StackResolver(proc);
        encoder = new SampleEncoder(settings, resolver);
        queue = new CallstackQueue(encoder, settings.maxQueuedBytes());
    }

    @Override
    public void start() throws IOException {
        context.write(encoder.start());
        queue.start();
        try {
            for (OpenEvents events : cpus) {
                events.leader.enable();
            }
        } catch (IOException e) {
            close();
            throw e;
        }
        if (settings.pollMs() > 0) {
            context.runEvery(settings.pollMs(), this::poll);
        } else {
            context.runEvery(settings.readPeriodMs(), () -> read(settings.samplesPerRead()));
        }
        if (settings.clearMs() > 0) {
            context.runEvery(settings.clearMs(), () -> queue.runBetween(resolver::removeProcesses));
        }
    }

    /// Reads the counters of all CPUs.
    private void poll() {
        for (OpenEvents events : cpus) {
            try {
                int values = 1 + events.followers.size();
                // The number of values, then the values.
                long[] read = events.leader.values(1 + values);
                long ts = Posix.clockNs(settings.clock());
                long[] counts = Arrays.copyOfRange(read, 1, read.length);
                queue.add(new RawSample(events.cpu, 0, 0, 0, ts, counts, new long[0], 0));
            } catch (IOException e) {
                context.warn("Can't read the counters of CPU " + events.cpu + ": " + e.getMessage() + ".");
            }
        }
        write();
    }

    /// Reads samples from the ring buffers and writes the packets that are complete.
    private void read(int limit) {
        for (OpenEvents events : cpus) {
            events.leader.read(limit, (bytes, offset, length) -> {
                RawSample sample = events.decoder.decode(bytes, offset, length);
                if (sample != null && (sample.lostCount() > 0 || scope.includes(sample.pid()))) {
                    queue.add(sample);
                }
            });
        }
        write();
    }

    private void write() {
        queue.drainPackets().forEach(context::write);
    }

    @Override
    public void flush() {
        finish(FLUSH_MS);
    }

    private void finish(long timeoutMs) {
        if (settings.pollMs() == 0) {
            read(Integer.MAX_VALUE);
        }
        queue.await(timeoutMs);
        write();
    }

    @Override
    public void clearIncrementalState() {
        queue.restart();
    }

    @Override
    public void stop() {
        for (OpenEvents events : cpus) {
            try {
                events.leader.disable();
            } catch (IOException e) {
                // Closing the event below stops it anyway.
            }
        }
        finish(STOP_MS);
        close();
    }

    private void close() {
        queue.close();
        cpus.forEach(OpenEvents::close);
    }

    /// Collects events that are opened one by one, and closes them if one fails.
    static final class EventOpener implements AutoCloseable {

        private @Nullable List<OpenEvents> opened = new ArrayList<>();

        void add(OpenEvents events) {
            if (opened != null) {
                opened.add(events);
            }
        }

        /// Returns the events and transfers their ownership to the caller.
        List<OpenEvents> take() {
            List<OpenEvents> all = opened == null ? List.of() : List.copyOf(opened);
            opened = null;
            return all;
        }

        @Override
        public void close() {
            if (opened != null) {
                opened.forEach(OpenEvents::close);
            }
        }
    }
}
