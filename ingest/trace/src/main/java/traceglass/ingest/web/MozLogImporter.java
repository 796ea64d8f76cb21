package traceglass.ingest.web;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.time.DateTimeException;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.HashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import traceglass.ingest.ImportContext;
import traceglass.ingest.Importer;
import traceglass.ingest.TraceInput;
import traceglass.ingest.TraceProblem;
import traceglass.ingest.sort.EventSorter;
import traceglass.ingest.text.TextLines;
import traceglass.ingest.tracker.clock.ClockId;
import traceglass.ingest.tracker.clock.ClockTracker;
import traceglass.ingest.tracker.machine.NamePriority;
import traceglass.store.names.StatNames;
import traceglass.store.names.TableNames;
import traceglass.store.table.StringPool;
import traceglass.store.table.Table;

/// Imports logs of Firefox's modules (`MOZ_LOG=timestamp,nsHttp:5`, `about:logging`). Lines without a time continue the
/// previous message.
public final class MozLogImporter implements Importer {

    private static final Pattern LINE =
            Pattern.compile("(\\d{4}-\\d\\d-\\d\\d) (\\d\\d:\\d\\d:\\d\\d(?:\\.\\d{1,9})?) UTC - "
                    + "\\[(?:(\\w+) (\\d+)(?:: )?)?([^\\]]*)\\]: ([VDIWE])/(\\S+) ?(.*)");
    private static final String PRIORITIES = "VDIWE";
    private static final int VERBOSE = 2;
    private static final int SNIFFED_LINES = 20;
    private static final int MAX_MESSAGE_CHARS = 1 << 16;

    @Override
    public String id() {
        return "moz_log";
    }

    @Override
    public String displayName() {
        return "Firefox log";
    }

    @Override
    public int priority() {
        return 184;
    }

    @Override
    public boolean isText() {
        return true;
    }

    @Override
    public boolean sniff(byte[] head) {
        try (TextLines lines = new TextLines(new ByteArrayInputStream(head))) {
            int count = 0;
            for (String line = lines.next(); line != null && count < SNIFFED_LINES; line = lines.next()) {
                if (LINE.matcher(line).matches()) {
                    return true;
                }
                count++;
            }
        } catch (IOException e) {
            return false;
        }
        return false;
    }

    @Override
    public void read(TraceInput input, ImportContext context) throws IOException, TraceProblem {
        context.clocks().useOnly(ClockId.of(ClockId.REALTIME));
        Messages messages = new Messages(context);
        try (TextLines lines = new TextLines(input.asStream())) {
            for (String line = lines.next(); line != null; line = lines.next()) {
                Matcher matcher = LINE.matcher(line);
                if (matcher.matches()) {
                    messages.add(matcher);
                } else {
                    messages.append(line);
                }
            }
        }
        messages.flush();
    }

    /// Log messages, each of which may span several lines.
    private static final class Messages {

        private final ImportContext context;
        private final StringPool strings;
        private final EventSorter.Queue queue;
        private final Map<String, Integer> threads = new HashMap<>();
        private final StringBuilder text = new StringBuilder();
        private Message last;
        private long lastTs;

        private record Message(int utid, long priority, String tag) {}

        Messages(ImportContext context) {
            this.context = context;
            strings = context.strings();
            queue = context.sorter().queue((ts, data, ref) -> write(ts, (Object[]) ref));
        }

        void add(Matcher m) {
            flush();
            long ns;
            try {
                LocalDateTime time = LocalDateTime.parse(m.group(1) + "T" + m.group(2));
                ns = Math.multiplyExact(time.toEpochSecond(ZoneOffset.UTC), 1_000_000_000L) + time.getNano();
            } catch (DateTimeException | ArithmeticException e) {
                ns = -1;
            }
            lastTs = ns <= 0 ? ClockTracker.NONE : context.clocks().defaultToTraceTime(ns);
            if (lastTs == ClockTracker.NONE) {
                context.stats().increment(StatNames.NETWORK_LOG_INVALID_TIME);
                return;
            }
            last = new Message(
                    thread(m.group(3), m.group(4), m.group(5)), VERBOSE + PRIORITIES.indexOf(m.group(6)), m.group(7));
            text.append(m.group(8));
        }

        void append(String line) {
            if (last != null && !line.isBlank() && text.length() + line.length() < MAX_MESSAGE_CHARS) {
                text.append('\n').append(line);
            }
        }

        void flush() {
            if (last != null) {
                queue.push(lastTs, 0, new Object[] {last, text.toString()});
            }
            last = null;
            text.setLength(0);
        }

        /// Returns a thread by its name: the log has no thread ids.
        private int thread(String process, String pidText, String name) {
            long pid = 0;
            try {
                pid = pidText == null ? 0 : Long.parseLong(pidText);
            } catch (NumberFormatException e) {
                // The number is too long to be a process id.
            }
            String thread = name.isEmpty() ? "Main Thread" : name;
            long existing = pid;
            return threads.computeIfAbsent(pid + " " + thread, k -> {
                boolean isMain = thread.equals("Main Thread");
                int upid = context.processes().process(existing);
                int utid = isMain
                        ? context.processes().updateThread(existing, existing)
                        : context.processes().threadWithParent(threads.size() + 1L, upid, false);
                if (process != null) {
                    context.processes()
                            .setProcessName(upid, strings.intern("Firefox " + process), NamePriority.OfProcess.OTHER);
                }
                context.processes().setThreadName(utid, strings.intern(thread), NamePriority.OfThread.OTHER);
                return utid;
            });
        }

        private void write(long ts, Object[] parts) {
            Message message = (Message) parts[0];
            Table table = context.storage().table(TableNames.Logs.TABLE);
            int row = table.addRow();
            table.longs(TableNames.Logs.TS).set(row, ts);
            table.ints(TableNames.Logs.UTID).set(row, message.utid);
            table.longs(TableNames.Logs.PRIO).set(row, message.priority);
            table.strings(TableNames.Logs.LOG_SOURCE).set(row, strings.intern("moz_log"));
            table.strings(TableNames.Logs.TAG).set(row, strings.intern(message.tag));
            table.strings(TableNames.Logs.MSG).set(row, strings.intern((String) parts[1]));
        }
    }
}
