package traceglass.ingest.json;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import traceglass.store.names.StatNames;

/// Passes the events of CPU profiles to [JsonProfiles] so that each profile starts before its samples. Chrome writes
/// the events of one thread after those of another, so the samples, which a separate thread records, can be in the
/// file before the start.
final class JsonProfileEvents {

    /// Maximum number of bytes that wait for the start of their profile: a sixteenth of the maximum heap. A recording
    /// that lost the start may have any number of samples.
    private static final long MAX_WAITING =
            Math.min(64L << 20, Runtime.getRuntime().maxMemory() / 16);

    /// One event of a profile: its text and that of its arguments in the buffer, and where it is in the file.
    record Event(
            long id, long pid, long tid, byte[] buffer, int start, int end, int argsStart, int argsEnd, long offset) {

        /// Returns the event with a buffer of its own.
        Event copy() {
            byte[] copy = Arrays.copyOfRange(buffer, start, end);
            return new Event(id, pid, tid, copy, 0, end - start, argsStart - start, argsEnd - start, offset);
        }
    }

    /// Records that an event could not be read.
    interface Problems {
        void record(String stat, Event event, String reason);
    }

    private final JsonProfiles profiles;
    private final Problems problems;
    private List<Event> waiting = new ArrayList<>();
    private long waitingBytes;

    JsonProfileEvents(JsonProfiles profiles, Problems problems) {
        this.profiles = profiles;
        this.problems = problems;
    }

    /// Reads an event; its buffer may be reused afterwards.
    void add(Event event) {
        boolean wasStarted = profiles.hasStarted(event.id, event.pid);
        List<String> nodeProblems = new ArrayList<>();
        String problem = read(event, nodeProblems);
        boolean hasStarted = profiles.hasStarted(event.id, event.pid);
        int size = event.end - event.start;
        if (!hasStarted && waitingBytes + size <= MAX_WAITING) {
            waiting.add(event.copy());
            waitingBytes += size;
            return;
        }
        record(event, nodeProblems, problem);
        if (hasStarted && !wasStarted && !waiting.isEmpty()) {
            addWaiting(event.id, event.pid);
        }
    }

    private void addWaiting(long id, long pid) {
        List<Event> others = new ArrayList<>();
        for (Event e : waiting) {
            if (e.id == id && e.pid == pid) {
                addNow(e);
            } else {
                others.add(e);
            }
        }
        waiting = others;
        waitingBytes = others.stream().mapToLong(e -> e.end).sum();
    }

    /// Reads the events whose profile never started, which records the missing data.
    void finish() {
        waiting.forEach(this::addNow);
        waiting.clear();
    }

    private void addNow(Event event) {
        List<String> nodeProblems = new ArrayList<>();
        record(event, nodeProblems, read(event, nodeProblems));
    }

    private String read(Event e, List<String> nodeProblems) {
        return profiles.event(e.id, e.pid, e.tid, e.buffer, e.argsStart, e.argsEnd, nodeProblems);
    }

    private void record(Event event, List<String> nodeProblems, String problem) {
        for (String p : nodeProblems) {
            problems.record(StatNames.LEGACY_V8_CPU_PROFILE_INVALID_CALLSITE, event, p);
        }
        if (problem != null) {
            problems.record(StatNames.JSON_TOKENIZER_FAILURE, event, problem);
        }
    }
}
