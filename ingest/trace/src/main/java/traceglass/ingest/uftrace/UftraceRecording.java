package traceglass.ingest.uftrace;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import traceglass.ingest.ImportContext;
import traceglass.ingest.TraceInput;
import traceglass.ingest.TraceProblem;
import traceglass.ingest.text.TextLines;
import traceglass.ingest.tracker.clock.ClockGraph;
import traceglass.ingest.tracker.clock.ClockId;

/// Recording in one folder. Reads its files in any order after `info`. Function names are resolved once all files have
/// been read.
final class UftraceRecording {

    private static final byte[] MAGIC = "Ftrace!\0".getBytes(StandardCharsets.US_ASCII);
    private static final int HEADER_SIZE = 40;
    private static final int BIG_ENDIAN = 2;
    private static final int RELATIVE_SYMBOLS = 1 << 5;
    private static final int MIN_VERSION = 3;
    private static final int MAX_VERSION = 5;
    private static final int MAX_LINES = 10_000;
    private static final Pattern TASK_FILE = Pattern.compile("(\\d{1,10})\\.dat");
    private static final Pattern SWITCH_FILE = Pattern.compile("perf-cpu(\\d{1,9})\\.dat");
    private static final Pattern MAP_FILE = Pattern.compile("sid-(\\w+)\\.map");
    private static final Pattern EVENT = Pattern.compile("EVENT:? +(\\d{1,10}) +(\\S.*)");
    private static final long NS_PER_S = 1_000_000_000L;

    private final ImportContext context;
    private final UftraceSymbols symbols = new UftraceSymbols();
    private final UftraceTasks tasks = new UftraceTasks();
    private final Map<Long, String> events = new HashMap<>();
    private final ByteOrder order;
    private final UftraceCalls calls;

    /// @param info file `info` of the recording
    UftraceRecording(TraceInput info, ImportContext context) throws IOException, TraceProblem {
        this.context = context;
        byte[] bytes = new byte[HEADER_SIZE];
        if (info.read(bytes, 0, HEADER_SIZE) < HEADER_SIZE) {
            throw new TraceProblem(info.name() + " is a uftrace recording that ends within its header");
        }
        order = bytes[14] == BIG_ENDIAN ? ByteOrder.BIG_ENDIAN : ByteOrder.LITTLE_ENDIAN;
        ByteBuffer header = ByteBuffer.wrap(bytes).order(order);
        int version = header.getInt(8);
        if (version < MIN_VERSION || version > MAX_VERSION) {
            throw new TraceProblem(info.name() + " is a uftrace recording of version " + version
                    + ", which is not supported; convert it to Chrome JSON with `uftrace dump --chrome`");
        }
        readInfo(info);
        calls = new UftraceCalls(context, symbols, tasks, events, (header.getLong(16) & RELATIVE_SYMBOLS) != 0);
    }

    static boolean sniff(byte[] head) {
        return head.length >= MAGIC.length && Arrays.equals(head, 0, MAGIC.length, MAGIC, 0, MAGIC.length);
    }

    private void readInfo(TraceInput info) throws IOException {
        ClockId clock = ClockId.of(ClockId.MONOTONIC);
        long offset = 0;
        try (TextLines lines = new TextLines(info.asStream())) {
            String line = lines.next();
            for (int i = 0; line != null && i < MAX_LINES; i++) {
                int colon = line.indexOf(':');
                String key = colon < 0 ? "" : line.substring(0, colon);
                String value = line.substring(colon + 1).strip();
                switch (key) {
                    case "exename", "cmdline", "elapsed_time", "record_date", "uftrace_version", "exit_status" ->
                        context.metadata().setDynamic("uftrace_" + key, value);
                    case "utc_offset" -> offset = value.matches("\\d{1,10}") ? Long.parseLong(value) * NS_PER_S : 0;
                    default -> {}
                }
                line = lines.next();
            }
        }
        context.clocks().useOnly(clock);
        if (offset > 0) {
            context.clocks()
                    .addSnapshot(List.of(
                            new ClockGraph.Reading(clock, 0),
                            new ClockGraph.Reading(ClockId.of(ClockId.REALTIME), offset)));
        }
    }

    /// Returns whether [#read] uses files with this name.
    static boolean isPart(String name) {
        return name.equals("task.txt")
                || name.equals("events.txt")
                || name.endsWith(".sym")
                || TASK_FILE.matcher(name).matches()
                || SWITCH_FILE.matcher(name).matches()
                || MAP_FILE.matcher(name).matches();
    }

    /// Reads another file of the folder.
    ///
    /// @param name file name without the folder
    void read(String name, InputStream in) throws IOException {
        Matcher m = TASK_FILE.matcher(name);
        if (m.matches()) {
            new UftraceRecords(new BufferedInputStream(in, 1 << 16), order, context, calls)
                    .read(Long.parseLong(m.group(1)));
            return;
        }
        if (SWITCH_FILE.matcher(name).matches()) {
            new UftraceRecords(new BufferedInputStream(in, 1 << 16), order, context, calls).readSwitches();
            return;
        }
        m = MAP_FILE.matcher(name);
        String session = m.matches() ? m.group(1) : null;
        String library = name.endsWith(".sym") ? name.substring(0, name.length() - ".sym".length()) : null;
        TextLines lines = new TextLines(in);
        for (String line = lines.next(); line != null; line = lines.next()) {
            if (session != null) {
                symbols.addMapping(session, line);
            } else if (library != null) {
                symbols.addSymbol(library, line);
            } else if (name.equals("task.txt")) {
                tasks.read(line, symbols);
            } else {
                m = EVENT.matcher(line);
                if (m.matches()) {
                    events.put(Long.parseLong(m.group(1)), m.group(2));
                }
            }
        }
    }
}
