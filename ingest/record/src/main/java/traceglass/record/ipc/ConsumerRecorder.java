package traceglass.record.ipc;

import java.io.IOException;
import java.nio.channels.ByteChannel;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;
import traceglass.protos.common.TraceStats;
import traceglass.protos.config.TraceConfig;
import traceglass.protos.config.TraceConfig.BufferConfig.FillPolicy;
import traceglass.protos.ipc.EnableTracingResponse;
import traceglass.record.config.check.ConfigNameCheck;
import traceglass.record.spi.BufferFill;
import traceglass.record.spi.ConfigRefused;
import traceglass.record.spi.LogEntry.Level;
import traceglass.record.spi.RecordProblem;
import traceglass.record.spi.RecordProblem.Kind;
import traceglass.record.spi.Recorder;
import traceglass.record.spi.ServiceInfo;
import traceglass.record.spi.TraceFile;

/// Records through the consumer socket of a tracing service.
///
/// A config that sets `write_into_file` without a path requests a long trace. This program's connections can't
/// pass a file descriptor, so the buffers are read repeatedly during the recording: every few seconds the data is
/// saved on this computer, however long the recording takes and whatever happens to the device.
///
/// Ring buffers are read at the end, unless the recording is displayed live: from then on they are read repeatedly,
/// too, and the trace starts with their content at that time.
public final class ConsumerRecorder implements Recorder {

    /// Opens a new connection to the consumer socket.
    public interface Opener {

        ByteChannel open() throws RecordProblem;
    }

    private static final String FTRACE = "linux.ftrace";
    private static final long STATS_PERIOD_NS = 500_000_000L;
    /// Longest wait for statistics, in ns. The service replies immediately, so a longer silence means that the
    /// connection is dead.
    private static final long SILENCE_NS = 20_000_000_000L;
    private static final long OVERDUE_NS = 1_000_000_000L;
    private static final Duration FLUSH_TIMEOUT = Duration.ofSeconds(5);
    /// Interval in milliseconds for reading the buffers of a long trace, unless the config sets it.
    private static final long DEFAULT_DRAIN_MS = 2500;
    private static final long MIN_DRAIN_MS = 100;
    private static final Duration READ_SILENCE = Duration.ofSeconds(30);
    private static final long STOP_TIMEOUT_MS = 15_000;
    /// Free disk space in bytes at which saving of ring buffers stops.
    private static final long MIN_FREE_BYTES = 1_000_000_000;

    private final Opener opener;
    private final String peer;
    private final ConsumerPort port;
    private final ServiceInfo info;
    private final TraceConfig config;
    private final boolean isStreamed;
    /// Whether the buffers keep the newest data and are read at the end.
    private final boolean isRing;
    /// Whether the buffers are read during the recording.
    private volatile boolean savesWhileRecording;
    private final long maxBytes;
    private final long drainMs;
    /// Interval in milliseconds for reading the buffers while the recording is displayed live; 0 for [#drainMs].
    private volatile long watchedMs;
    private final @Nullable StartedService startedService;
    private final RecordingHints hints;

    @SuppressWarnings("NullAway.Init") // Set by `start`.
    private Listener listener;

    @SuppressWarnings("NullAway.Init") // Set by `start`.
    private TraceFile file;

    @SuppressWarnings("NullAway.Init") // Set by `start`.
    private CompletableFuture<EnableTracingResponse> end;

    private ToLongFunction<TraceFile> freeBytes = TraceFile::freeBytes;
    /// Completed after the next read of the buffers, or when they won't be read again.
    private final AtomicReference<CompletableFuture<Void>> nextRead = new AtomicReference<>(new CompletableFuture<>());
    /// Whether a thread waits for [#nextRead].
    private volatile boolean isReadRequested;

    private @Nullable CompletableFuture<TraceStats> stats;
    private long statsRequestedNs;
    /// Time of the last statistics request with a reply; 0 if there is none.
    private long statsReceivedNs;
    private long drainedNs;
    private long stopRequestedNs;
    private boolean isDisabled;
    private long startedNs;
    private boolean isOverdueReported;
    private final RecordedSources sources;

    private ConsumerRecorder(
            Opener opener,
            String peer,
            ConsumerPort port,
            ServiceInfo info,
            TraceConfig config,
            @Nullable StartedService startedService,
            RecordingHints hints) {
        this.opener = opener;
        this.peer = peer;
        this.port = port;
        this.info = info;
        this.isStreamed = config.getWriteIntoFile() && config.getOutputPath().isEmpty();
        this.savesWhileRecording = isStreamed;
        this.isRing = !config.getWriteIntoFile()
                && !config.hasTriggerConfig()
                && config.getBuffersList().stream().allMatch(b -> b.getFillPolicy() != FillPolicy.DISCARD);
        this.drainMs = Math.max(
                MIN_DRAIN_MS, config.getFileWritePeriodMs() == 0 ? DEFAULT_DRAIN_MS : config.getFileWritePeriodMs());
        this.maxBytes = isStreamed ? config.getMaxFileSizeBytes() : 0;
        this.config = prepare(config);
        this.startedService = startedService;
        this.hints = hints;
        sources = new RecordedSources(port, info, this.config);
    }

    /// Connects to the service.
    ///
    /// @param peer name of the other side, for messages
    /// @param service resource to close together with the recorder, such as daemons started for it, or null
    /// @param hints hints about what to do in case of a problem
    public static ConsumerRecorder connect(
            Opener opener, String peer, TraceConfig config, @Nullable StartedService service, RecordingHints hints)
            throws RecordProblem {
        ConsumerPort port = ConsumerPort.bind(opener.open(), peer, hints.lost());
        try {
            ServiceInfo info = queryService(port);
            return new ConsumerRecorder(opener, peer, port, info, config, service, hints);
        } catch (RecordProblem e) {
            port.close();
            throw e;
        }
    }

    /// Queries the service's state and capabilities. Services too old for these queries return nothing.
    public static ServiceInfo queryService(ConsumerPort port) throws RecordProblem {
        if (!port.hasMethod("QueryServiceState")) {
            return new ServiceInfo("", List.of(), Map.of(), Map.of(), Map.of(), false, false);
        }
        return ServiceInfo.of(port.queryServiceState(false), port.queryCapabilities());
    }

    /// Returns the information about the service that was read when connecting.
    public ServiceInfo info() {
        return info;
    }

    private TraceConfig prepare(TraceConfig requested) {
        TraceConfig.Builder c = requested.toBuilder();
        if (c.getUniqueSessionName().isEmpty() && info.canClone()) {
            // A snapshot finds the session by this name.
            c.setUniqueSessionName("traceglass-" + UUID.randomUUID().toString().substring(0, 8));
        }
        if (isStreamed) {
            c.clearWriteIntoFile().clearFileWritePeriodMs().clearMaxFileSizeBytes();
        }
        return c.build();
    }

    @Override
    public boolean reportsBuffers() {
        return true;
    }

    @Override
    public boolean savesWhileRecording() {
        return savesWhileRecording;
    }

    @Override
    public boolean canViewLive() {
        return savesWhileRecording || isRing;
    }

    @Override
    public long durationMs() {
        return config.getDurationMs();
    }

    @Override
    public void start(TraceFile target, Listener newListener) throws RecordProblem {
        file = target;
        listener = newListener;
        hints.first().forEach(w -> listener.log(Level.WARNING, w));
        if (startedService != null) {
            startedService.reportProblemsTo(p -> {
                if (appliesTo(p)) {
                    newListener.log(Level.WARNING, p);
                }
            });
        }
        ConfigNameCheck.unknownCategoryWarnings(config, info.atrace()).forEach(w -> listener.log(Level.WARNING, w));
        sources.start(listener, startedService, hints.absent());
        end = port.enableTracing(config);
        // Replies arrive in order, so a refusal arrives before the reply to the next request.
        TraceStats first = firstStats();
        throwIfRefused();
        if (first != null) {
            listener.buffers(BufferFill.of(first, config));
        }
        if (config.getDeferredStart()) {
            // Such a config only sets up the session; recording needs an explicit start.
            port.startTracing();
        }
        startedNs = System.nanoTime();
        drainedNs = startedNs;
        statsRequestedNs = startedNs;
        listener.log(Level.INFO, ServiceTexts.sentConfig(config.getBuffersCount(), config.getDataSourcesCount()));
    }

    /// Returns whether a problem of the service can concern this recording. A problem that starts with the name
    /// of a data source that is not recorded here belongs to a concurrent recording.
    private boolean appliesTo(String problem) {
        int colon = problem.indexOf(": ");
        String source = colon < 0 ? "" : problem.substring(0, colon);
        return !info.dataSources().containsKey(source)
                || config.getDataSourcesList().stream()
                        .anyMatch(d -> d.getConfig().getName().equals(source));
    }

    private @Nullable TraceStats firstStats() throws RecordProblem {
        if (!port.hasMethod("GetTraceStats")) {
            return null;
        }
        try {
            return port.traceStats();
        } catch (RecordProblem e) {
            throwIfRefused();
            // A busy service answers later; if it never does, askStats notices.
            if (e.kind() == Kind.REFUSED || e.getCause() instanceof TimeoutException) {
                return null;
            }
            throw e;
        }
    }

    private void throwIfRefused() throws RecordProblem {
        if (end.isDone() && !end.isCompletedExceptionally()) {
            String error = end.join().getError();
            if (!error.isEmpty()) {
                String field = RefusedField.of(error, config);
                throw new ConfigRefused(field, ServiceTexts.configRefused(peer, error, field));
            }
        }
    }

    @Override
    public boolean awaitEnd(Duration timeout) throws RecordProblem, InterruptedException {
        try {
            EnableTracingResponse response = end.get(untilNextRead(timeout.toMillis()), TimeUnit.MILLISECONDS);
            if (!response.getError().isEmpty()) {
                String field = RefusedField.of(response.getError(), config);
                throw new ConfigRefused(field, ServiceTexts.recordingEnded(peer, response.getError(), field));
            }
            return true;
        } catch (TimeoutException e) {
            requestStats();
            recordOverdue();
            boolean isDue = isReadRequested || System.nanoTime() - drainedNs >= periodMs() * 1_000_000;
            if (savesWhileRecording && stopRequestedNs == 0 && isDue) {
                drain();
            }
            return hasNothingToWaitFor() || stopRequestedNs != 0 && hasWaitedForStop();
        } catch (ExecutionException e) {
            throw port.problem(e.getCause());
        }
    }

    /// Returns the time in milliseconds until the next read of the buffers, at most the given time.
    private long untilNextRead(long timeoutMs) {
        if (watchedMs == 0 || !savesWhileRecording || stopRequestedNs != 0) {
            return timeoutMs;
        }
        long sinceMs = (System.nanoTime() - drainedNs) / 1_000_000;
        return Math.clamp(periodMs() - sinceMs, 0, timeoutMs);
    }

    private long periodMs() {
        return watchedMs == 0 ? drainMs : Math.min(watchedMs, drainMs);
    }

    @Override
    public void setReadPeriod(long periodMs) {
        watchedMs = periodMs == 0 ? 0 : Math.max(MIN_DRAIN_MS, periodMs);
        if (periodMs != 0 && isRing && !savesWhileRecording) {
            savesWhileRecording = true;
            listener.log(Level.WARNING, ServiceTexts.SAVES_FROM_NOW);
        }
    }

    private void recordOverdue() {
        long overdueNs = System.nanoTime() - startedNs - Integer.toUnsignedLong(config.getDurationMs()) * 1_000_000;
        if (config.getDurationMs() != 0 && overdueNs > OVERDUE_NS && !isOverdueReported) {
            isOverdueReported = true;
            listener.log(Level.INFO, ServiceTexts.DURATION_REACHED);
        }
    }

    /// Returns whether the recording has ended and only sources that never started have not reported it. The
    /// service gives them several seconds to stop, but no data will come from them.
    private boolean hasNothingToWaitFor() {
        if (statsReceivedNs == 0) {
            return false;
        }
        long endNs = isDisabled
                ? stopRequestedNs
                : config.getDurationMs() != 0
                        ? startedNs + Integer.toUnsignedLong(config.getDurationMs()) * 1_000_000
                        : 0;
        // Replies arrive in order: a reply to a later request means that no earlier one is pending.
        return endNs != 0 && statsReceivedNs - endNs > OVERDUE_NS && sources.areOnlyUnstarted();
    }

    private boolean hasWaitedForStop() {
        long timeoutMs = STOP_TIMEOUT_MS + config.getDataSourceStopTimeoutMs();
        if (System.nanoTime() - stopRequestedNs < timeoutMs * 1_000_000) {
            return false;
        }
        listener.log(Level.WARNING, ServiceTexts.NOT_ALL_STOPPED);
        return true;
    }

    private void requestStats() throws RecordProblem {
        if (stats != null && stats.isDone()) {
            if (!stats.isCompletedExceptionally()) {
                listener.buffers(BufferFill.of(stats.join(), config));
                statsReceivedNs = statsRequestedNs;
            }
            stats = null;
        }
        long sinceNs = System.nanoTime() - statsRequestedNs;
        if (stats != null && sinceNs > SILENCE_NS) {
            throw port.connectionLost(ServiceTexts.silent(SILENCE_NS / 1_000_000_000), null);
        }
        if (stats == null && sinceNs > STATS_PERIOD_NS && port.hasMethod("GetTraceStats")) {
            stats = port.requestTraceStats();
            statsRequestedNs = System.nanoTime();
        }
    }

    /// Replaces the function that returns the free bytes on the disk of a file. For tests.
    void setFreeBytes(ToLongFunction<TraceFile> source) {
        freeBytes = source;
    }

    /// Reads the data gathered so far for a long trace.
    private void drain() throws RecordProblem {
        CompletableFuture<Void> requested = startRead();
        try {
            port.flush(FLUSH_TIMEOUT, FlushReason.PERIODIC);
            readInto(file);
        } finally {
            requested.complete(null);
        }
        drainedNs = System.nanoTime();
        if (maxBytes > 0 && file.bytes() >= maxBytes && stopRequestedNs == 0) {
            listener.log(Level.NOTICE, ServiceTexts.FILE_FULL);
            stop();
        }
        if (isRing && stopRequestedNs == 0 && freeBytes.applyAsLong(file) < MIN_FREE_BYTES) {
            listener.log(Level.WARNING, ServiceTexts.DISK_ALMOST_FULL);
            stop();
        }
    }

    /// Starts a read of the buffers for the threads that wait for it.
    ///
    /// @return future to complete after the read
    private CompletableFuture<Void> startRead() {
        isReadRequested = false;
        return nextRead.getAndSet(new CompletableFuture<>());
    }

    /// Waits until all data up to now is in the file, or the recording has ended. The recording's own thread
    /// reads it.
    private void awaitRead() {
        CompletableFuture<Void> read = Objects.requireNonNull(nextRead.get());
        isReadRequested = true;
        read.join();
    }

    private void readInto(TraceFile target) throws RecordProblem {
        port.readBuffers(target, READ_SILENCE);
        try {
            target.drain();
        } catch (IOException e) {
            throw RecordProblem.disk(e);
        }
    }

    @Override
    public void stop() throws RecordProblem {
        stopRequestedNs = System.nanoTime();
        if (!port.flush(FLUSH_TIMEOUT, FlushReason.STOP)) {
            listener.log(Level.WARNING, ServiceTexts.NOT_FLUSHED);
        }
        port.disableTracing();
        stopRequestedNs = System.nanoTime();
        isDisabled = true;
    }

    @Override
    public void read(TraceFile target) throws RecordProblem {
        if (!config.getOutputPath().isEmpty() && config.getWriteIntoFile()) {
            throw new RecordProblem(Kind.UNSUPPORTED, ServiceTexts.writtenOnTarget(config.getOutputPath(), peer));
        }
        Set<String> waiting = sources.waiting();
        if (!waiting.isEmpty()) {
            listener.log(
                    Level.WARNING,
                    ServiceTexts.neverStarted(waiting, waiting.contains(FTRACE) ? hints.noFtrace() : ""));
        }
        CompletableFuture<Void> requested = startRead();
        try {
            readInto(target);
        } finally {
            requested.complete(null);
        }
        try {
            TraceStats last = port.hasMethod("GetTraceStats") ? port.traceStats() : TraceStats.getDefaultInstance();
            listener.buffers(BufferFill.of(last, config));
            port.freeBuffers();
        } catch (RecordProblem e) {
            // The trace is complete; the service frees the session when the connection ends.
        }
    }

    @Override
    public void discard() {
        try {
            if (end != null) {
                port.freeBuffers();
            }
        } catch (RecordProblem e) {
            // Closing the connection has the same effect.
        }
    }

    @Override
    public boolean canSnapshot() {
        return info.canClone() && !config.getUniqueSessionName().isEmpty();
    }

    @Override
    public long snapshot(Path to) throws RecordProblem {
        if (!canSnapshot()) {
            throw new RecordProblem(Kind.UNSUPPORTED, ServiceTexts.noSnapshots(peer));
        }
        if (isRing && savesWhileRecording) {
            awaitRead();
            return copyFile(to);
        }
        try (ConsumerPort second = ConsumerPort.bind(opener.open(), peer);
                TraceFile copy = TraceFile.create(to)) {
            second.cloneSession(config.getUniqueSessionName());
            second.readBuffers(copy, READ_SILENCE);
            return copy.bytes();
        } catch (IOException e) {
            throw new RecordProblem(Kind.DISK, ServiceTexts.snapshotNotWritten(to, RecordProblem.reason(e)), e);
        }
    }

    /// Copies the trace so far.
    private long copyFile(Path to) throws RecordProblem {
        try (TraceFile copy = TraceFile.create(to)) {
            file.copyTo(copy);
            return copy.bytes();
        } catch (IOException e) {
            throw new RecordProblem(Kind.DISK, ServiceTexts.snapshotNotWritten(to, RecordProblem.reason(e)), e);
        }
    }

    @Override
    public void close() {
        Objects.requireNonNull(nextRead.get()).complete(null);
        port.close();
        if (startedService != null) {
            startedService.close();
        }
    }
}
