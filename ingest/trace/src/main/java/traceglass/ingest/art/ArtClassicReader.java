package traceglass.ingest.art;

import java.io.EOFException;
import java.io.IOException;
import java.util.List;
import traceglass.ingest.ImportContext;
import traceglass.ingest.TraceProblem;
import traceglass.store.names.StatNames;

/// Reads traces of versions 1 to 3: a text section with threads and methods, followed by fixed-size records; or, in
/// streamed traces, records interleaved with entries for threads, methods and finally the text section (VmTraceParser
/// of Android Studio).
final class ArtClassicReader {

    private static final String MAGIC = "SLOW";
    private static final int STREAMED = 0xF0;
    private static final int HEADER_SIZE = 32;
    private static final int MAX_HEADER = 4096;
    private static final int METHOD = 1;
    private static final int THREAD = 2;
    private static final int SUMMARY = 3;
    /// Size of a record of version 3 with both clocks.
    private static final int DUAL_SIZE = 14;

    /// Number of records from which the clock of a streamed trace is inferred, because the trace states it only
    /// at the end.
    private static final int PROBED = 1 << 12;

    private static final long NS_PER_US = 1_000;
    private static final long WRAP = 1L << 32;

    private final ArtInput in;
    private final ImportContext context;
    private final String name;
    private final ArtEvents events;
    private final ArtRecords records;
    private int version;
    private boolean isClockKnown;

    ArtClassicReader(ArtInput in, ImportContext context, String name) {
        this.in = in;
        this.context = context;
        this.name = name;
        events = new ArtEvents(context);
        records = new ArtRecords(events);
    }

    /// Reads a trace that begins with its text section.
    void readText() throws IOException, TraceProblem {
        try {
            readTextHeader();
            if (!in.text(MAGIC.length()).equals(MAGIC)) {
                throw problem("there are no records after the line *end");
            }
            readHeader(0);
            while (in.hasNext()) {
                readRecord(threadId());
            }
        } catch (EOFException e) {
            reportTruncated();
        }
        records.flush();
    }

    /// Reads a streamed trace.
    void readStream() throws IOException, TraceProblem {
        boolean isComplete = false;
        try {
            in.skip(MAGIC.length());
            readHeader(STREAMED);
            while (!isComplete && in.hasNext()) {
                long tid = threadId();
                if (tid != 0) {
                    readRecord(tid);
                } else {
                    isComplete = readEntry();
                }
            }
            if (!isComplete) {
                reportTruncated();
            }
        } catch (EOFException e) {
            reportTruncated();
        }
        records.flush();
    }

    private void reportTruncated() {
        context.logs().recordAt(StatNames.ART_METHOD_TRUNCATED, in.position(), null);
    }

    private TraceProblem problem(String reason) {
        return new TraceProblem(name + " is not a usable method trace: at byte " + in.position() + ", " + reason);
    }

    private void readTextHeader() throws IOException, TraceProblem {
        String section = "";
        for (String line = in.readLine(); !line.equals("*end"); line = in.readLine()) {
            if (line.startsWith("*")) {
                section = line;
            } else {
                readTextLine(section, line);
            }
        }
    }

    private void readTextLine(String section, String line) throws TraceProblem {
        switch (section) {
            case "*version" -> readOption(line);
            case "*threads" -> {
                List<String> fields = List.of(line.split("\t", 2));
                long tid = ArtMethods.parseNumber(fields.getFirst());
                if (tid < 0 || fields.size() < 2) {
                    reportInvalid();
                } else {
                    events.nameThread(tid, fields.get(1));
                }
            }
            case "*methods" -> readMethod(line);
            default -> reportInvalid();
        }
    }

    /// Reads a line of the text section: the version or `key=value`.
    private void readOption(String line) throws TraceProblem {
        int equals = line.indexOf('=');
        if (equals < 0) {
            long number = ArtMethods.parseNumber(line.strip());
            if (number < 1 || number > 3) {
                throw problem("the version is " + line + ", expected 1, 2 or 3");
            }
            return;
        }
        String value = line.substring(equals + 1);
        switch (line.substring(0, equals)) {
            case "clock" -> {
                records.setDual(value.equals("dual"));
                isClockKnown = true;
                if (value.equals("thread-cpu")) {
                    context.stats().increment(StatNames.ART_METHOD_THREAD_TIME_ONLY);
                }
            }
            case "data-file-overflow" -> {
                if (value.equals("true")) {
                    context.stats().increment(StatNames.ART_METHOD_OVERFLOW);
                }
            }
            default -> {}
        }
    }

    private void reportInvalid() {
        context.logs().recordAt(StatNames.ART_METHOD_INVALID, in.position(), null);
    }

    private void readMethod(String line) {
        List<String> fields = ArtMethods.fields(line);
        String id = fields.isEmpty() ? "" : fields.getFirst();
        String digits = id.startsWith("0x") ? id.substring(2) : id;
        boolean isValid = !digits.isEmpty()
                && digits.length() <= 8
                && digits.chars().allMatch(c -> Character.digit(c, 16) >= 0 && c < 0x80)
                && events.methods().describe(Long.parseLong(digits, 16), fields.subList(1, fields.size()));
        if (!isValid) {
            reportInvalid();
        }
    }

    /// Reads the header after its magic number.
    private void readHeader(int mask) throws IOException, TraceProblem {
        version = in.u2() ^ mask;
        int offset = in.u2();
        long startUs = in.s8();
        int recordSize = in.u2();
        if (version < 1 || version > 3) {
            throw problem("the version of the records is " + version + ", expected 1, 2 or 3");
        }
        int read = 18;
        in.skip((offset >= read && offset <= MAX_HEADER ? offset : HEADER_SIZE) - read);
        int tidSize = version == 1 ? 1 : 2;
        int size = version == 3 ? recordSize : tidSize + 8;
        if (size < tidSize + 8) {
            throw problem("the size of records is " + size + ", expected " + DUAL_SIZE);
        }
        records.start(Math.clamp(startUs, 0, Long.MAX_VALUE / NS_PER_US - WRAP * WRAP_LIMIT), size - tidSize);
        if (size < DUAL_SIZE) {
            records.setDual(false);
        } else if (!isClockKnown) {
            records.probe(PROBED);
        }
    }

    /// Number of times that the clock of the records may wrap around.
    private static final int WRAP_LIMIT = 1 << 10;

    private long threadId() throws IOException {
        return version == 1 ? in.u1() : in.u2();
    }

    private void readRecord(long tid) throws IOException {
        records.add(tid, in.bytes(records.size()));
    }

    /// Reads an entry between two records. Returns whether it was the last one.
    private boolean readEntry() throws IOException, TraceProblem {
        switch (in.u1()) {
            case METHOD -> readMethod(in.text(in.u2()));
            case THREAD -> {
                int tid = in.u2();
                events.nameThread(tid, in.text(in.u2()));
            }
            case SUMMARY -> {
                int length = (int) Math.min(in.u4(), Integer.MAX_VALUE / 4);
                readSummary(in.text(length));
                return true;
            }
            default -> {
                reportInvalid();
                return true;
            }
        }
        return false;
    }

    private void readSummary(String text) throws TraceProblem {
        String section = "";
        for (String line : text.split("\n")) {
            if (line.startsWith("*")) {
                section = line;
            } else if (section.equals("*version")) {
                readOption(line);
            }
        }
    }
}
