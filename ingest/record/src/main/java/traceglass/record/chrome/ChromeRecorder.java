package traceglass.record.chrome;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;
import traceglass.protos.config.TraceConfig;
import traceglass.protos.config.TraceConfig.BufferConfig.FillPolicy;
import traceglass.record.spi.BufferFill;
import traceglass.record.spi.LogEntry.Level;
import traceglass.record.spi.RecordProblem;
import traceglass.record.spi.RecordProblem.Kind;
import traceglass.record.spi.Recorder;
import traceglass.record.spi.SourceState;
import traceglass.record.spi.TraceFile;

/// Records with a browser's `Tracing` domain, which takes a trace config and returns the trace as a stream once
/// tracing has ended.
final class ChromeRecorder implements Recorder {

    private static final int CHUNK_BYTES = 1 << 20;
    private static final int USAGE_PERIOD_MS = 500;
    private static final Duration COMPLETE_TIMEOUT = Duration.ofSeconds(60);

    private final DevTools tools;
    private final TraceConfig config;
    private final @Nullable AutoCloseable startedBrowser;
    private final CompletableFuture<String> complete;
    private volatile double usage = -1;

    @SuppressWarnings("NullAway.Init") // Set by `start`.
    private Listener listener;

    private long startedNs;
    private long endRequestedNs;

    private ChromeRecorder(
            DevTools tools,
            TraceConfig config,
            @Nullable AutoCloseable startedBrowser,
            CompletableFuture<String> complete) {
        this.tools = tools;
        this.config = config;
        this.startedBrowser = startedBrowser;
        this.complete = complete;
    }

    static ChromeRecorder connect(DevTools.Browser browser, TraceConfig config, @Nullable AutoCloseable startedBrowser)
            throws RecordProblem {
        CompletableFuture<String> complete = new CompletableFuture<>();
        ChromeRecorder[] created = new ChromeRecorder[1];
        DevTools tools = DevTools.connect(browser.socket(), (method, params) -> {
            if (method.equals("Tracing.tracingComplete")) {
                if (params.get("dataLossOccurred") instanceof Boolean hasLoss
                        && hasLoss
                        && created[0] != null
                        && created[0].listener != null) {
                    created[0].listener.log(Level.WARNING, BrowserTexts.LOST_DATA);
                }
                complete.complete(DevTools.text(params.get("stream")));
            } else if (method.equals("Tracing.bufferUsage") && created[0] != null) {
                created[0].usage = params.get("percentFull") instanceof Number share ? share.doubleValue() : 0;
            }
        });
        created[0] = new ChromeRecorder(tools, config, startedBrowser, complete);
        return created[0];
    }

    @Override
    public boolean reportsBuffers() {
        return true;
    }

    @Override
    public long durationMs() {
        return config.getDurationMs();
    }

    @Override
    public void start(TraceFile file, Listener newListener) throws RecordProblem {
        listener = newListener;
        // The duration is handled here, because the browser returns the trace only to a client that ends it.
        TraceConfig browserConfig = config.toBuilder()
                .clearDurationMs()
                .clearWriteIntoFile()
                .clearFileWritePeriodMs()
                .clearMaxFileSizeBytes()
                .build();
        tools.call(
                "Tracing.start",
                Map.of(
                        "transferMode",
                        "ReturnAsStream",
                        "streamFormat",
                        "proto",
                        "bufferUsageReportingInterval",
                        USAGE_PERIOD_MS,
                        "perfettoConfig",
                        Base64.getEncoder().encodeToString(browserConfig.toByteArray())));
        startedNs = System.nanoTime();
        config.getDataSourcesList()
                .forEach(d -> newListener.source(
                        SourceState.of(d.getConfig().getName(), "browser", SourceState.Phase.RECORDING, config)));
    }

    @Override
    public boolean awaitEnd(Duration timeout) throws RecordProblem, InterruptedException {
        try {
            complete.get(timeout.toMillis(), TimeUnit.MILLISECONDS);
            return true;
        } catch (TimeoutException e) {
            IOException failure = tools.failure();
            if (failure != null) {
                throw DevTools.connectionLost(failure);
            }
            reportBufferFill();
            long now = System.nanoTime();
            if (endRequestedNs == 0
                    && config.getDurationMs() > 0
                    && now - startedNs >= config.getDurationMs() * 1_000_000L) {
                // Does not wait: the browser's remaining work counts as reading the trace.
                end();
                return true;
            }
            return endRequestedNs != 0;
        } catch (ExecutionException e) {
            throw DevTools.connectionLost(e.getCause());
        }
    }

    private void reportBufferFill() {
        double share = usage;
        if (share >= 0) {
            long size = config.getBuffersList().stream()
                    .mapToLong(b -> Integer.toUnsignedLong(b.getSizeKb()) * 1024)
                    .sum();
            listener.buffers(List.of(new BufferFill(
                    BrowserTexts.MAIN_BUFFER,
                    config.getBuffersCount() == 0 || config.getBuffers(0).getFillPolicy() != FillPolicy.DISCARD,
                    size,
                    (long) (share * size),
                    0,
                    0)));
        }
    }

    private void end() throws RecordProblem {
        endRequestedNs = System.nanoTime();
        tools.call("Tracing.end", Map.of());
    }

    @Override
    public void stop() throws RecordProblem {
        if (endRequestedNs == 0) {
            end();
        }
    }

    @Override
    public void read(TraceFile file) throws RecordProblem {
        String stream = awaitStream();
        try {
            while (true) {
                Map<?, ?> reply = tools.call("IO.read", Map.of("handle", stream, "size", CHUNK_BYTES));
                String data = DevTools.text(reply.get("data"));
                byte[] bytes = Boolean.TRUE.equals(reply.get("base64Encoded"))
                        ? Base64.getDecoder().decode(data)
                        : data.getBytes(StandardCharsets.UTF_8);
                file.writeRaw(bytes, 0, bytes.length);
                if (Boolean.TRUE.equals(reply.get("eof"))) {
                    break;
                }
            }
            file.drain();
            tools.call("IO.close", Map.of("handle", stream));
        } catch (IOException e) {
            throw RecordProblem.disk(e);
        } catch (IllegalArgumentException e) {
            throw new RecordProblem(Kind.UNSUPPORTED, BrowserTexts.INVALID_DATA, e);
        }
    }

    private String awaitStream() throws RecordProblem {
        long startNs = System.nanoTime();
        while (System.nanoTime() - startNs < COMPLETE_TIMEOUT.toNanos()) {
            try {
                return complete.get(200, TimeUnit.MILLISECONDS);
            } catch (TimeoutException e) {
                IOException failure = tools.failure();
                if (failure != null) {
                    throw DevTools.connectionLost(failure);
                }
            } catch (ExecutionException e) {
                throw DevTools.connectionLost(e.getCause());
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new RecordProblem(Kind.LOST, BrowserTexts.INTERRUPTED, e);
            }
        }
        throw new RecordProblem(Kind.LOST, BrowserTexts.noTrace(COMPLETE_TIMEOUT.toSeconds()));
    }

    @Override
    public void discard() {
        try {
            if (startedNs != 0 && endRequestedNs == 0) {
                end();
            }
        } catch (RecordProblem e) {
            // Closing the connection ends tracing as well.
        }
    }

    @Override
    public void close() {
        tools.close();
        if (startedBrowser != null) {
            try {
                startedBrowser.close();
            } catch (Exception e) {
                // The browser that was started for this recording has already ended.
            }
        }
    }
}
