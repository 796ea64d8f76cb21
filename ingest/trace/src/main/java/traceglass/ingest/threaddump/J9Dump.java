package traceglass.ingest.threaddump;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import traceglass.ingest.threaddump.DumpedThread.Frame;
import traceglass.ingest.threaddump.DumpedThread.Lock;
import traceglass.ingest.threaddump.DumpedThread.Relation;

/// Reads Java dumps ("javacores") of Eclipse OpenJ9 and IBM's virtual machines. The tag at the start of each line
/// specifies its meaning (runtime/rasdump/javadump.cpp of OpenJ9).
final class J9Dump implements TextDump {

    private static final Pattern DATE =
            Pattern.compile("Date:\\s+(\\d{4})/(\\d\\d)/(\\d\\d) at (\\d\\d:\\d\\d:\\d\\d)(?::(\\d{3}))?");
    private static final Pattern PROCESS = Pattern.compile("Process ID: (\\d{1,10})\\b.*");
    private static final Pattern THREAD =
            Pattern.compile("\"(.*)\" (?:J9VMThread|TID):(0x[0-9A-Fa-f]{1,16})\\b(?:.*?, state:(\\w+))?.*");
    private static final Pattern PRIORITY = Pattern.compile("prio=(\\d{1,9})");
    private static final Pattern JAVA_ID = Pattern.compile("getId:0x([0-9A-Fa-f]{1,15})(?:, isDaemon:(\\w+))?");
    private static final Pattern NATIVE_ID = Pattern.compile("native thread ID:\\s*0x([0-9A-Fa-f]{1,15})");
    private static final Pattern CPU = Pattern.compile("CPU usage total: ([\\d.]+) secs.*");
    private static final Pattern BLOCK = Pattern.compile(
            "(Blocked|Waiting|Parked) on: (.+?)@(0x[0-9A-Fa-f]+)(?: Owned by: (?:<.*|.*?(0x[0-9A-Fa-f]{1,16}).*))?");
    private static final Pattern ENTERED = Pattern.compile("\\(entered lock: (.+?)@(0x[0-9A-Fa-f]+)\\b.*");
    private final ThreadDumpWriter writer;
    private long timeNs = DumpTimes.NONE;
    private long pid = DumpedThread.NONE;
    /// Threads by address. The current thread occurs twice, the second time with its stack.
    private final Map<String, DumpedThread> threads = new LinkedHashMap<>();
    /// Address of the thread that owns the lock that a thread waits for.
    private final Map<DumpedThread, String> owners = new HashMap<>();
    private final List<Frame> nativeFrames = new ArrayList<>();
    private @Nullable DumpedThread thread;
    private boolean isStarted;

    J9Dump(ThreadDumpWriter writer) {
        this.writer = writer;
    }

    /// Returns whether a text contains such a dump in its first lines.
    static boolean sniff(String head) {
        return head.startsWith("0SECTION       TITLE ") || head.contains("\n0SECTION       TITLE ");
    }

    @Override
    public boolean read(String line) {
        int space = line.indexOf(' ');
        if (space < 0) {
            return true;
        }
        String text = line.substring(space).strip();
        return switch (line.substring(0, space)) {
            case "0SECTION" -> {
                if (text.startsWith("TITLE")) {
                    write();
                    isStarted = true;
                } else {
                    closeThread();
                }
                yield true;
            }
            case "1TIDATETIME" -> readDate(text);
            case "1CIPROCESSID" -> readProcess(text);
            case "3XMTHREADINFO" -> startThread(text);
            case "3XMJAVALTHREAD", "3XMTHREADINFO1", "3XMCPUTIME", "3XMTHREADBLOCK" -> readProperty(text);
            case "4XESTACKTRACE" -> readFrame(text);
            case "5XESTACKTRACE" -> readEnteredLock(text);
            case "4XENATIVESTACK" -> readNativeFrame(text);
            default -> true;
        };
    }

    private boolean readDate(String text) {
        Matcher m = DATE.matcher(text);
        if (!m.lookingAt()) {
            return false;
        }
        String fraction = m.group(5) == null ? "" : "." + m.group(5);
        timeNs = DumpTimes.parse(m.group(1) + "-" + m.group(2) + "-" + m.group(3) + " " + m.group(4) + fraction);
        return timeNs != DumpTimes.NONE;
    }

    private boolean readProcess(String text) {
        Matcher m = PROCESS.matcher(text);
        if (!m.matches()) {
            return false;
        }
        pid = Long.parseLong(m.group(1));
        return true;
    }

    private boolean startThread(String text) {
        closeThread();
        Matcher m = THREAD.matcher(text);
        if (!m.matches()) {
            if (text.startsWith("\"")) {
                return false;
            }
            // Threads unknown to the virtual machine have a description instead of a name.
            thread = new DumpedThread(text, DumpedThread.NONE);
            threads.put("native " + threads.size(), thread);
            return true;
        }
        thread = new DumpedThread(m.group(1), DumpedThread.NONE);
        thread.state = state(m.group(3));
        Matcher priority = PRIORITY.matcher(text);
        if (priority.find()) {
            thread.properties.put("prio", priority.group(1));
        }
        threads.put(m.group(2), thread);
        return true;
    }

    private static String state(@Nullable String code) {
        return switch (code) {
            case null -> "";
            case "R" -> "RUNNABLE";
            case "B" -> "BLOCKED";
            case "CW" -> "WAITING";
            case "P" -> "PARKED";
            case "S" -> "SUSPENDED";
            case "Z" -> "ZOMBIE";
            default -> code;
        };
    }

    private boolean readProperty(String text) {
        if (thread == null) {
            return true;
        }
        Matcher m = JAVA_ID.matcher(text);
        if (m.find()) {
            thread.id = Long.parseLong(m.group(1), 16);
            if ("true".equals(m.group(2))) {
                thread.properties.put("daemon", "true");
            }
            return true;
        }
        m = NATIVE_ID.matcher(text);
        if (m.find()) {
            thread.tid = Long.parseLong(m.group(1), 16);
            return true;
        }
        m = CPU.matcher(text);
        if (m.matches()) {
            thread.properties.put("cpu", m.group(1) + "s");
            return true;
        }
        m = BLOCK.matcher(text);
        if (m.matches()) {
            boolean isNeeded = m.group(1).equals("Blocked") || m.group(4) != null;
            thread.locks.add(new Lock(
                    isNeeded ? Relation.NEEDS : Relation.WAITS_ON,
                    m.group(3),
                    m.group(2).replace('/', '.'),
                    DumpedThread.NONE));
            if (m.group(4) != null) {
                owners.put(thread, m.group(4));
            }
            return true;
        }
        return false;
    }

    private boolean readFrame(String text) {
        int bracket = text.indexOf('(');
        if (thread == null || bracket < 0) {
            return thread == null;
        }
        String method = text.substring(0, bracket).replace('/', '.');
        Frame frame = DumpedFrames.parse(method + text.substring(bracket).replace("(Compiled Code)", ""));
        if (frame == null) {
            return false;
        }
        if (thread.frames.size() < ThreadDumpImporter.MAX_DEPTH) {
            thread.frames.add(frame);
        }
        return true;
    }

    private boolean readEnteredLock(String text) {
        Matcher m = ENTERED.matcher(text);
        if (thread != null && m.matches()) {
            thread.locks.add(new Lock(Relation.HOLDS, m.group(2), m.group(1).replace('/', '.'), DumpedThread.NONE));
        }
        return true;
    }

    /// Reads `[NAME[+0xOFFSET]] (ADDRESS [LIBRARY+0xOFFSET])`. Uses no pattern, because damaged lines may be long.
    private boolean readNativeFrame(String text) {
        int bracket = text.startsWith("(") ? 0 : text.indexOf(" (");
        if (thread == null || bracket < 0 || !text.endsWith(")")) {
            return thread == null;
        }
        int open = text.lastIndexOf('[');
        int close = text.lastIndexOf(']');
        String location = bracket < open && open < close ? text.substring(open + 1, close) : "";
        String library = withoutOffset(location);
        String name = bracket == 0 ? location : withoutOffset(text.substring(0, bracket));
        if (nativeFrames.size() < ThreadDumpImporter.MAX_DEPTH) {
            nativeFrames.add(new Frame(library.isEmpty() ? null : library, name.isEmpty() ? text : name, null, -1));
        }
        return true;
    }

    private static String withoutOffset(String location) {
        int offset = location.lastIndexOf("+0x");
        return offset < 0 ? location : location.substring(0, offset);
    }

    /// Ends the current thread. If it has no Java stack, it gets its native stack.
    private void closeThread() {
        if (thread != null && thread.frames.isEmpty()) {
            thread.frames.addAll(nativeFrames);
        }
        nativeFrames.clear();
        thread = null;
    }

    private void write() {
        closeThread();
        if (isStarted) {
            writer.start(timeNs, pid, "Java");
            for (DumpedThread t : threads.values()) {
                writer.add(withOwner(t));
            }
        }
        threads.clear();
        owners.clear();
        timeNs = DumpTimes.NONE;
        pid = DumpedThread.NONE;
    }

    /// Returns the thread with the owner of the lock that it waits for, which may come after it in the dump.
    private DumpedThread withOwner(DumpedThread t) {
        String address = owners.get(t);
        DumpedThread owner = address == null ? null : threads.get(address);
        if (owner != null) {
            t.locks.replaceAll(lock -> lock.relation() == Relation.NEEDS
                    ? new Lock(lock.relation(), lock.lock(), lock.type(), owner.id)
                    : lock);
        }
        return t;
    }

    @Override
    public void finish() {
        if (!threads.isEmpty()) {
            write();
        }
        writer.end();
    }
}
