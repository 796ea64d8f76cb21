package traceglass.ingest.ninja;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import traceglass.ingest.TraceProblem;
import traceglass.ingest.text.TextLines;

/// Reads the lines of a build log: start and end in ms since the start of the build, modification time of the output,
/// output, and hash of the command, separated by tabs.
final class NinjaLog {

    static final String HEADER = "# ninja log v";
    private static final int OLDEST_VERSION = 5;
    private static final int FIELDS = 5;
    /// Maximum time in ms, a hundred years; larger times indicate a damaged line.
    private static final long MAX_MS = 100L * 365 * 24 * 3_600_000;

    /// Build step. A command with several outputs is one step.
    static final class Step {
        final long startMs;
        final long endMs;
        final long hash;
        final StringBuilder outputs;

        Step(long startMs, long endMs, long hash, String output) {
            this.startMs = startMs;
            this.endMs = endMs;
            this.hash = hash;
            outputs = new StringBuilder(output);
        }
    }

    /// Receives the lines that are not steps.
    interface ErrorListener {
        void countBadLine();
    }

    private final List<Step> steps = new ArrayList<>();
    private long version;
    private String name = "";

    /// Reads a log.
    ///
    /// @param file name for error messages
    void read(TextLines lines, String file, ErrorListener errors) throws IOException, TraceProblem {
        name = file;
        String first = lines.next();
        version = first == null || !first.startsWith(HEADER)
                ? -1
                : parse(first.substring(HEADER.length()).strip());
        if (version < OLDEST_VERSION) {
            throw new TraceProblem(name + " has an unsupported version of Ninja's log; version " + OLDEST_VERSION
                    + " and later ones are supported. Build with a newer Ninja.");
        }
        for (String line = lines.next(); line != null; line = lines.next()) {
            if (!line.isEmpty() && !line.startsWith("#") && !add(line)) {
                errors.countBadLine();
            }
        }
    }

    private boolean add(String line) {
        String[] fields = line.split("\t");
        if (fields.length < FIELDS) {
            return false;
        }
        long start = parse(fields[0]);
        long end = parse(fields[1]);
        boolean isValid = start >= 0 && end >= start && end <= MAX_MS && !fields[3].isEmpty() && isHash(fields[4]);
        if (!isValid) {
            return false;
        }
        long hash = Long.parseUnsignedLong(fields[4], 16);
        Step last = steps.isEmpty() ? null : steps.getLast();
        if (last != null && last.hash == hash && last.startMs == start && last.endMs == end) {
            last.outputs.append(' ').append(fields[3]);
        } else {
            steps.add(new Step(start, end, hash, fields[3]));
        }
        return true;
    }

    private static boolean isHash(String text) {
        return !text.isEmpty()
                && text.length() <= 16
                && text.chars().allMatch(c -> Character.digit(c, 16) >= 0 && c < 0x80);
    }

    /// Returns the number; −1 if the string is not an unsigned decimal number.
    private static long parse(String text) {
        boolean isValid = !text.isEmpty() && text.length() <= 18 && text.chars().allMatch(c -> c >= '0' && c <= '9');
        return isValid ? Long.parseLong(text) : -1;
    }

    /// Returns the steps of each build, in the order of the log.
    ///
    /// Steps are logged when they end, so an end earlier than the previous one marks the start of another
    /// build. Ninja occasionally rewrites the log in arbitrary order; the builds of such a log cannot be told
    /// apart. Trace processor reads only version 5, all of it as one build.
    List<List<Step>> builds() {
        int drops = 0;
        for (int i = 1; i < steps.size(); i++) {
            drops += steps.get(i).endMs < steps.get(i - 1).endMs ? 1 : 0;
        }
        if (version == OLDEST_VERSION || drops > Math.max(4, steps.size() / 16)) {
            return List.of(steps);
        }
        List<List<Step>> builds = new ArrayList<>();
        for (int i = 0, begin = 0; i < steps.size(); i++) {
            if (i + 1 == steps.size() || steps.get(i + 1).endMs < steps.get(i).endMs) {
                builds.add(steps.subList(begin, i + 1));
                begin = i + 1;
            }
        }
        return builds;
    }
}
