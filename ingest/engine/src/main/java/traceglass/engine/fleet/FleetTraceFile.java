package traceglass.engine.fleet;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import traceglass.engine.EngineException;
import traceglass.engine.fleet.source.FileReason;
import traceglass.ingest.open.FleetMember;
import traceglass.store.text.Json;

/// The JSON file with the properties of a trace.
final class FleetTraceFile {

    /// Number of local files that are read at the same time: reading a file of a network drive is mostly waiting.
    private static final int THREADS = 8;

    /// Up to this number, starting threads would take longer than reading.
    private static final int FEW_FILES = 32;

    private static final long POLL_MS = 100;

    private FleetTraceFile() {}

    /// Reads local files like [#readAll(List, int, FleetProgress, Consumer, Consumer)].
    ///
    /// @param onDamaged receives the files that can't be read
    static List<FleetTrace> readAll(
            List<Path> files,
            List<FleetFailure> onDamaged,
            @Nullable FleetProgress listener,
            Consumer<FleetTrace> each) {
        return readAll(
                files.stream().map(Local::new).toList(),
                files.size() <= FEW_FILES ? 1 : THREADS,
                listener,
                onDamaged::add,
                each);
    }

    /// Reads the files of all traces, ordered by id. Skips files that are removed in the meantime.
    ///
    /// @param threadCount number of files that are read at the same time
    /// @param listener receives the number of files that were read; null for none
    /// @param onDamaged receives each file that can't be read; can throw an exception to end the reading
    /// @param each receives each trace as it is read, ordered by id
    /// @throws EngineException if the listener cancels
    static List<FleetTrace> readAll(
            List<? extends Fleet.TraceFile> files,
            int threadCount,
            @Nullable FleetProgress listener,
            Consumer<FleetFailure> onDamaged,
            Consumer<FleetTrace> each) {
        FleetProgressReporter progress = new FleetProgressReporter(listener, files.size(), files.size());
        List<FleetTrace> all = new ArrayList<>();
        ExecutorService threads = Executors.newFixedThreadPool(
                threadCount, Thread.ofPlatform().daemon().name("fleet reading").factory());
        try {
            List<PendingTrace> pending = files.stream()
                    .sorted(Comparator.comparingLong(Fleet.TraceFile::id))
                    .map(file -> new PendingTrace(file, threads.submit(() -> read(file))))
                    .toList();
            for (PendingTrace next : pending) {
                FleetFailure failure = null;
                try {
                    Optional<FleetTrace> trace = next.await(progress);
                    trace.ifPresent(all::add);
                    trace.ifPresent(each);
                } catch (ExecutionException e) {
                    Throwable cause = e.getCause() == null ? e : e.getCause();
                    failure = new FleetFailure(next.file.path(), String.valueOf(cause.getMessage()));
                    onDamaged.accept(failure);
                }
                progress.countTrace(1, failure);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new EngineException("Reading the fleet was interrupted", e);
        } finally {
            threads.shutdownNow();
        }
        return all;
    }

    /// A file on a local disk.
    private record Local(Path file) implements Fleet.TraceFile {

        @Override
        public long id() {
            return FleetMember.id(file.getFileName().toString());
        }

        @Override
        public String path() {
            return file.toString();
        }

        @Override
        public InputStream open() throws IOException {
            return Files.newInputStream(file);
        }
    }

    /// A file that is being read.
    private record PendingTrace(Fleet.TraceFile file, Future<Optional<FleetTrace>> trace) {

        /// Waits for the trace, which is missing if the file was removed.
        ///
        /// @throws EngineException if the progress listener cancels
        Optional<FleetTrace> await(FleetProgressReporter progress) throws ExecutionException, InterruptedException {
            while (true) {
                if (!progress.reportProgress()) {
                    throw new EngineException("Reading the fleet was canceled", null);
                }
                try {
                    return trace.get(POLL_MS, TimeUnit.MILLISECONDS);
                } catch (TimeoutException e) {
                    // Check again whether the listener cancels.
                }
            }
        }
    }

    private static Optional<FleetTrace> read(Fleet.TraceFile file) {
        try (InputStream in = file.open()) {
            return Optional.of(parse(file.id(), new String(FleetMember.readJson(in), StandardCharsets.UTF_8)));
        } catch (FileNotFoundException | NoSuchFileException e) {
            return Optional.empty();
        } catch (IOException e) {
            throw new EngineException("can't be read: " + FileReason.reason(e), e);
        } catch (RuntimeException e) {
            throw new EngineException("can't be read: " + e.getMessage(), e);
        }
    }

    /// Reads the content of such a file.
    ///
    /// @throws IllegalArgumentException if it is malformed
    static FleetTrace parse(long id, String json) {
        if (!(Json.read(json) instanceof Map<?, ?> properties)) {
            throw new IllegalArgumentException("it is not an object");
        }
        return new FleetTrace(
                id,
                text(properties, "path"),
                number(properties, "bytes"),
                number(properties, "modified_ms"),
                text(properties, "sha256"),
                text(properties, "format"),
                number(properties, "start_ns"),
                number(properties, "dur_ns"),
                text(properties, "device"),
                text(properties, "build"),
                numbers(properties, "problems"),
                numbers(properties, FleetMember.ROWS),
                values(properties, "labels"));
    }

    private static String text(Map<?, ?> properties, String key) {
        if (properties.get(key) instanceof String text) {
            return text;
        }
        throw new IllegalArgumentException("no text '" + key + "'");
    }

    private static long number(Map<?, ?> properties, String key) {
        if (properties.get(key) instanceof Long number) {
            return number;
        }
        throw new IllegalArgumentException("no number '" + key + "'");
    }

    private static Map<String, Long> numbers(Map<?, ?> properties, String key) {
        Map<String, Long> numbers = new LinkedHashMap<>();
        values(properties, key).forEach((name, value) -> numbers.put(name, ((Number) value).longValue()));
        return numbers;
    }

    private static Map<String, Object> values(Map<?, ?> properties, String key) {
        Map<String, Object> values = new LinkedHashMap<>();
        if (properties.get(key) instanceof Map<?, ?> map) {
            map.forEach((name, value) -> {
                if (value != null) {
                    values.put(String.valueOf(name), value);
                }
            });
        }
        return values;
    }

    /// Writes the file atomically: readers see either the old or the new content.
    static void write(Path file, FleetTrace trace) throws IOException {
        Path partial = file.resolveSibling(file.getFileName() + ".partial");
        Files.writeString(partial, json(trace));
        Files.move(partial, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    }

    /// Returns the content of the file.
    static String json(FleetTrace trace) {
        Map<String, @Nullable Object> properties = new LinkedHashMap<>();
        properties.put("path", trace.path());
        properties.put("bytes", trace.bytes());
        properties.put("modified_ms", trace.modifiedMs());
        properties.put("sha256", trace.sha256());
        properties.put("format", trace.format());
        properties.put("start_ns", trace.startNs());
        properties.put("dur_ns", trace.durNs());
        properties.put("device", trace.device());
        properties.put("build", trace.build());
        properties.put("labels", trace.labels());
        properties.put("problems", trace.problems());
        properties.put(FleetMember.ROWS, trace.rows());
        return Json.spaced(out -> Json.write(properties, out)) + "\n";
    }
}
