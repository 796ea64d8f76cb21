package traceglass.ingest.sentry;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import traceglass.ingest.collection.GrowingInts;
import traceglass.ingest.collection.GrowingLongs;
import traceglass.ingest.text.JsonTree;

/// A profile: frames, stacks of their indexes from the innermost frame outward, and samples that refer to stacks.
final class SentryProfile {

    /// Members that describe the recording.
    private static final Set<String> DESCRIPTIONS =
            Set.of("timestamp", "transaction", "transactions", "platform", "release", "environment", "version");

    private static final long NS_PER_S = 1_000_000_000;
    private static final int NS_PER_US = 1000;
    private static final long US_PER_S = 1_000_000;

    private final Map<String, Object> description = new HashMap<>();
    private final Map<String, Object> metadata = new HashMap<>();
    private final List<Frame> frames = new ArrayList<>();
    private final List<int[]> stacks = new ArrayList<>();
    private final GrowingLongs times = new GrowingLongs();
    private final GrowingInts stackOfSample = new GrowingInts();
    private final GrowingInts threadOfSample = new GrowingInts();
    private final Map<String, Integer> threadIndexes = new HashMap<>();
    private final List<String> threads = new ArrayList<>();
    private final Map<String, String> queueOfThread = new HashMap<>();
    private boolean isAbsolute;

    /// A function at a source line.
    ///
    /// @param library package or module that contains it; null if unknown
    /// @param file source file; null if unknown
    /// @param line line, from 1; 0 if unknown
    record Frame(
            String function,
            @Nullable String library,
            @Nullable String file,
            long line) {}

    /// Reads the file as far as its JSON is valid.
    void read(JsonParser json) throws IOException {
        if (json.nextToken() != JsonToken.START_OBJECT) {
            return;
        }
        while (json.nextToken() == JsonToken.FIELD_NAME) {
            String key = json.currentName();
            JsonToken value = json.nextToken();
            if (key.equals("profile") && value == JsonToken.START_OBJECT) {
                readMembers(json);
            } else if (DESCRIPTIONS.contains(key)) {
                description.put(key, JsonTree.read(json));
            } else {
                json.skipChildren();
            }
        }
    }

    private void readMembers(JsonParser json) throws IOException {
        while (json.nextToken() == JsonToken.FIELD_NAME) {
            String key = json.currentName();
            JsonToken value = json.nextToken();
            boolean isList = key.equals("frames") || key.equals("stacks") || key.equals("samples");
            if (isList && value == JsonToken.START_ARRAY) {
                while (json.nextToken() != JsonToken.END_ARRAY && json.currentToken() != null) {
                    readElement(key, JsonTree.read(json));
                }
            } else if (key.equals("thread_metadata") || key.equals("queue_metadata")) {
                metadata.put(key, JsonTree.read(json));
            } else {
                json.skipChildren();
            }
        }
    }

    private void readElement(String list, Object element) {
        switch (list) {
            case "frames" -> frames.add(frame(element));
            case "stacks" -> {
                List<?> indexes = element instanceof List<?> indexList ? indexList : List.of();
                stacks.add(indexes.stream()
                        .mapToInt(i -> (int) Math.clamp(JsonTree.toLong(i), -1, Integer.MAX_VALUE))
                        .toArray());
            }
            default -> addSample(element);
        }
    }

    private static Frame frame(Object frame) {
        String function = JsonTree.text(frame, "function");
        String library = JsonTree.text(frame, "package", "module");
        String file = JsonTree.text(frame, "abs_path", "filename");
        String address = JsonTree.text(frame, "instruction_addr");
        return new Frame(
                !function.isEmpty() ? function : address.isEmpty() ? "[unknown]" : address,
                library.isEmpty() ? null : library,
                file.isEmpty() ? null : file,
                JsonTree.number(frame, "lineno"));
    }

    private void addSample(Object sample) {
        Object absolute = JsonTree.get(sample, "timestamp");
        boolean isKnown = absolute != null || JsonTree.get(sample, "elapsed_since_start_ns") != null;
        if (!isKnown) {
            return;
        }
        isAbsolute |= absolute != null;
        times.add(absolute == null ? JsonTree.number(sample, "elapsed_since_start_ns") : nanos(absolute));
        stackOfSample.add((int) Math.clamp(JsonTree.number(sample, "stack_id"), -1, Integer.MAX_VALUE));
        String thread = JsonTree.text(sample, "thread_id");
        threadOfSample.add(threadIndexes.computeIfAbsent(thread, t -> {
            threads.add(t);
            return threads.size() - 1;
        }));
        String queue = JsonTree.text(sample, "queue_address");
        if (!queue.isEmpty()) {
            queueOfThread.putIfAbsent(thread, queue);
        }
    }

    /// Returns a time in seconds since 1970 as ns. A double has a precision of about a microsecond there.
    private static long nanos(Object seconds) {
        return switch (seconds) {
            case Double d when Double.isFinite(d) -> Math.round(d * US_PER_S) * NS_PER_US;
            case Long s -> s * NS_PER_S;
            default -> 0;
        };
    }

    int sampleCount() {
        return times.size();
    }

    /// Returns the time of a sample in ns: since 1970, or since the start of the profile.
    long time(int sample) {
        return times.get(sample);
    }

    /// Returns the index of the thread of a sample in [#threads].
    int thread(int sample) {
        return threadOfSample.get(sample);
    }

    int stack(int sample) {
        return stackOfSample.get(sample);
    }

    /// Returns the ids of the sampled threads.
    List<String> threads() {
        return threads;
    }

    /// Returns the name of a thread or, if it has none, of the queue that it served; "" if unknown.
    String threadName(String id) {
        String name = JsonTree.text(JsonTree.get(metadata.get("thread_metadata"), id), "name");
        return name.isEmpty()
                ? JsonTree.text(
                        JsonTree.get(metadata.get("queue_metadata"), queueOfThread.getOrDefault(id, "")), "label")
                : name;
    }

    /// Returns the stacks: indexes of frames, innermost first.
    List<int[]> stacks() {
        return stacks;
    }

    List<Frame> frames() {
        return frames;
    }

    /// Returns the start of the profile in ns since 1970; 0 if unknown or if samples have such times.
    long startNs() {
        if (isAbsolute) {
            return 0;
        }
        try {
            Instant start = Instant.parse(JsonTree.text(description, "timestamp"));
            return Math.addExact(Math.multiplyExact(start.getEpochSecond(), NS_PER_S), start.getNano());
        } catch (DateTimeParseException | ArithmeticException e) {
            return 0;
        }
    }

    /// Returns whether times are times since 1970.
    boolean hasDate() {
        return isAbsolute || startNs() > 0;
    }

    /// Returns the name of the transaction or, if there is none, of the program; "" if unknown.
    String title() {
        List<?> transactions = JsonTree.list(description, "transactions");
        Object transaction = transactions.isEmpty() ? description.get("transaction") : transactions.getFirst();
        String name = JsonTree.text(transaction, "name").strip();
        return name.isEmpty() ? JsonTree.text(description, "release", "platform") : name;
    }

    /// Returns a member of the file that describes the recording; "" if it has none.
    String text(String member) {
        return JsonTree.text(description, member);
    }
}
