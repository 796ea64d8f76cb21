package traceglass.ingest.threaddump;

import java.time.DateTimeException;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import traceglass.ingest.threaddump.DumpedThread.Frame;
import traceglass.ingest.threaddump.DumpedThread.Lock;
import traceglass.ingest.threaddump.DumpedThread.Relation;

/// Reads thread dumps of JRockit.
final class JrockitDump implements TextDump {

    private static final String START = "===== FULL THREAD DUMP =====";
    private static final String END = "===== END OF THREAD DUMP =====";
    private static final DateTimeFormatter DATE = DateTimeFormatter.ofPattern("EEE MMM d HH:mm:ss yyyy", Locale.ROOT);
    private static final Pattern PROCESS = Pattern.compile("(\\d{1,10}):");
    private static final Pattern THREAD = Pattern.compile(
            "\"(.*)\" id=(\\d{1,18}|\\?) idx=\\S+ tid=(\\d{1,18})(?: lastJavaFrame=\\S+)? prio=(\\d+) (.*)");
    private static final Pattern LOCK =
            Pattern.compile("(?:\\^-- |-- )(Holding lock|Waiting for notification on|Blocked trying to get lock"
                    + "|Parking to wait for|Lock released while waiting): (.+?)@(0x[0-9A-Fa-f]+)\\b.*");

    private final ThreadDumpWriter writer;
    private @Nullable DumpedThread thread;
    private long pid = DumpedThread.NONE;
    private boolean isTimeNext;

    JrockitDump(ThreadDumpWriter writer) {
        this.writer = writer;
    }

    /// Returns whether a text contains such a dump in its first lines.
    static boolean sniff(String head) {
        return head.startsWith(START) || head.contains("\n" + START);
    }

    @Override
    public boolean read(String line) {
        String text = line.strip();
        if (text.isEmpty()) {
            return true;
        }
        if (isTimeNext) {
            isTimeNext = false;
            long time = parseTime(text);
            writer.start(time, pid, "Java");
            if (time != DumpTimes.NONE) {
                return true;
            }
        }
        if (text.startsWith(START)) {
            close();
            isTimeNext = true;
            return true;
        }
        if (text.startsWith(END)) {
            close();
            return true;
        }
        Matcher process = PROCESS.matcher(text);
        if (process.matches()) {
            pid = Long.parseLong(process.group(1));
            return true;
        }
        if (text.startsWith("\"")) {
            close();
            return startThread(text);
        }
        if (thread == null) {
            return true;
        }
        if (text.startsWith("at ")) {
            return readFrame(thread, text);
        }
        readLock(thread, text);
        return true;
    }

    private static long parseTime(String text) {
        try {
            long seconds =
                    LocalDateTime.parse(text.replaceAll("\\s+", " "), DATE).toEpochSecond(ZoneOffset.UTC);
            return Math.multiplyExact(seconds, 1_000_000_000L);
        } catch (DateTimeException | ArithmeticException e) {
            return DumpTimes.NONE;
        }
    }

    private boolean startThread(String text) {
        Matcher m = THREAD.matcher(text);
        if (!m.matches()) {
            return false;
        }
        String id = m.group(2);
        thread = new DumpedThread(m.group(1), id.equals("?") ? DumpedThread.NONE : Long.parseLong(id));
        thread.tid = Long.parseLong(m.group(3));
        thread.properties.put("prio", m.group(4));
        String status = m.group(5);
        thread.properties.put("status", status);
        if (status.contains("daemon")) {
            thread.properties.put("daemon", "true");
        }
        thread.state = state(status);
        return true;
    }

    private static String state(String status) {
        for (String word : status.split(", ?")) {
            switch (word) {
                case "blocked" -> {
                    return "BLOCKED";
                }
                case "waiting", "parked", "sleeping" -> {
                    return word.toUpperCase(Locale.ROOT);
                }
                default -> {}
            }
        }
        return "RUNNABLE";
    }

    private static boolean readFrame(DumpedThread thread, String text) {
        int bracket = text.indexOf('(');
        if (bracket < 0) {
            return false;
        }
        // If the file is unknown, a descriptor of the method such as `(I)V` comes before the location.
        int blank = text.indexOf(' ', bracket);
        int location = text.lastIndexOf('(', blank < 0 ? text.length() : blank);
        Frame parsed = DumpedFrames.parse(text.substring(0, bracket).replace('/', '.') + text.substring(location));
        if (parsed == null) {
            return false;
        }
        if (thread.frames.size() < ThreadDumpImporter.MAX_DEPTH) {
            thread.frames.add(parsed);
        }
        return true;
    }

    private static void readLock(DumpedThread thread, String text) {
        Matcher m = LOCK.matcher(text);
        if (!m.matches()) {
            return;
        }
        Relation relation = switch (m.group(1)) {
            case "Holding lock" -> Relation.HOLDS;
            case "Waiting for notification on" -> Relation.WAITS_ON;
            case "Lock released while waiting" -> null;
            default -> Relation.NEEDS;
        };
        if (relation != null) {
            thread.locks.add(new Lock(relation, m.group(3), m.group(2).replace('/', '.'), DumpedThread.NONE));
        }
    }

    private void close() {
        if (thread != null) {
            writer.add(thread);
            thread = null;
        }
    }

    @Override
    public void finish() {
        if (isTimeNext) {
            writer.start(DumpTimes.NONE, pid, "Java");
        }
        close();
        writer.end();
    }
}
