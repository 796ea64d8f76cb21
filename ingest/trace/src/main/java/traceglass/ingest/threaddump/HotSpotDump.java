package traceglass.ingest.threaddump;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import traceglass.ingest.threaddump.DumpedThread.Lock;
import traceglass.ingest.threaddump.DumpedThread.Relation;

/// Reads HotSpot's text dumps: from jstack, `jcmd Thread.print` and `kill -3`, from outside the process (`jstack -F`,
/// `jhsdb jstack`), and the text form of `jcmd Thread.dump_to_file`. A file may contain several dumps, and other lines
/// between them.
final class HotSpotDump implements TextDump {

    private static final Pattern TIME = Pattern.compile("\\d{4}-\\d\\d-\\d\\d[ T]\\d\\d:\\d\\d:\\d\\d\\S*");
    private static final Pattern THREAD = Pattern.compile("\"(.*)\"(?: #(\\d{1,18}))?(?: \\[(\\d{1,18})\\])?"
            + "(?= (?:daemon |virtual |prio=|os_prio=|cpu=|tid=))(.*)");
    /// Threads in the output of VisualVM and other clients of the management interface.
    private static final Pattern MANAGED_THREAD = Pattern.compile(
            "\"(.*)\"(?: - Thread t@(\\d{1,18})|(?: prio=\\d+)? [Ii]d=(\\d{1,18})(?: in)? ([A-Z_]+)\\b.*)");
    private static final Pattern MANAGED_LOCK =
            Pattern.compile("\\s+- (locked|waiting on|blocked on|waiting to lock)\\s+(\\S+)@([0-9a-f]{1,16})\\b.*");
    private static final Pattern PROPERTY = Pattern.compile("\\b(prio|cpu|elapsed|allocated|nid)=(\\S+)");
    private static final Pattern STATE = Pattern.compile("\\s+java\\.lang\\.Thread\\.State: (\\w+)(?: \\((.*)\\))?.*");
    private static final Pattern FILE_THREAD =
            Pattern.compile("#(\\d{1,18}) \"(.*)\"( virtual)?(?: ([A-Z_]+))?(?: .*)?");
    private static final Pattern LOCK = Pattern.compile(
            "\\s+- (locked|waiting to lock|waiting to re-lock in wait\\(\\)|waiting on|parking to wait for|eliminated)"
                    + "\\s+<(.+?)>(?: \\(an? (.+?)\\))?(?:,? owned by \"?(?:#)?(\\d{1,18})?.*)?");
    private static final Pattern SYNCHRONIZER = Pattern.compile("\\s+- <(.+?)>(?: \\(an? (.+?)\\))?");
    private static final String FULL_DUMP = "Full thread dump ";
    /// First line of dumps that `jstack -F` and `jhsdb jstack` take without the cooperation of the process.
    private static final Pattern ATTACHED =
            Pattern.compile("(?m)^Attaching to (?:process ID (\\d{1,10})|core .*), please wait.*");
    private static final Pattern ATTACHED_THREAD = Pattern.compile("Thread (?:t@)?(\\d{1,18}): \\(state = (\\w+)\\).*");
    private static final Pattern ATTACHED_FRAME =
            Pattern.compile("- (\\S[^()]*)\\([^()]*\\) @bci=-?\\d+(?:, line=(\\d{1,9}))?\\b.*");

    private final ThreadDumpWriter writer;
    private String previousLine = "";
    private DumpedThread thread;
    /// Whether the thread is from the output of `jcmd Thread.dump_to_file`, whose frames may lack the word `at`.
    private boolean isInThreadFile;
    private boolean isInDump;
    /// Whether the tool attached to the process as a debugger. It then lists deadlocks before the threads.
    private boolean isFromOutside;
    private int deadlocks;

    HotSpotDump(ThreadDumpWriter writer) {
        this.writer = writer;
    }

    /// Returns whether a text contains such a dump in its first lines.
    static boolean sniff(String head) {
        if (ATTACHED.matcher(head).find() && head.contains("Debugger attached")) {
            return true;
        }
        if (head.startsWith(FULL_DUMP) || head.contains("\n" + FULL_DUMP)) {
            return true;
        }
        String[] lines = head.split("\r?\n", 4);
        return lines.length == 4
                && lines[0].matches("\\d{1,10}")
                && TIME.matcher(lines[1]).matches()
                && !lines[2].isBlank();
    }

    @Override
    public boolean read(String line) {
        boolean isComplete = dispatch(line);
        if (!line.isBlank()) {
            previousLine = line.strip();
        }
        return isComplete;
    }

    private boolean dispatch(String line) {
        if (line.startsWith(FULL_DUMP)) {
            start(DumpTimes.parse(previousLine), DumpedThread.NONE);
            return true;
        }
        if (TIME.matcher(line).matches() && previousLine.matches("\\d{1,10}") && !isInDump) {
            start(DumpTimes.parse(line), Long.parseLong(previousLine));
            return true;
        }
        if (line.startsWith("Found ") && line.contains("deadlock")) {
            close();
            isInDump = isFromOutside;
            deadlocks++;
            return true;
        }
        Matcher attached = ATTACHED.matcher(line);
        if (attached.matches()) {
            String pid = attached.group(1);
            start(DumpTimes.parse(previousLine), pid == null ? DumpedThread.NONE : Long.parseLong(pid));
            isFromOutside = true;
            return true;
        }
        if (!isInDump || line.isBlank()) {
            return true;
        }
        char first = line.charAt(0);
        if (first == '"' || first == '#') {
            close();
            isInThreadFile = first == '#';
            return isInThreadFile ? readThreadFileHeader(line) : readThread(line);
        }
        Matcher attachedThread = ATTACHED_THREAD.matcher(line);
        if (isFromOutside && attachedThread.matches()) {
            close();
            long tid = Long.parseLong(attachedThread.group(1));
            thread = new DumpedThread("Thread " + tid, tid);
            thread.tid = tid;
            thread.state = attachedThread.group(2);
            return true;
        }
        if (thread == null) {
            return true;
        }
        if (first == ' ' || first == '\t') {
            return readDetail(line);
        }
        close();
        return true;
    }

    private void start(long time, long pid) {
        close();
        isInDump = true;
        isFromOutside = false;
        writer.start(time, pid, "Java");
    }

    private boolean readThread(String line) {
        Matcher managed = MANAGED_THREAD.matcher(line);
        if (managed.matches()) {
            String id = managed.group(2) == null ? managed.group(3) : managed.group(2);
            thread = new DumpedThread(managed.group(1), Long.parseLong(id));
            thread.state = managed.group(4) == null ? "" : managed.group(4);
            return true;
        }
        Matcher m = THREAD.matcher(line);
        if (!m.matches()) {
            return false;
        }
        thread = new DumpedThread(m.group(1), m.group(2) == null ? DumpedThread.NONE : Long.parseLong(m.group(2)));
        String remainder = m.group(4);
        if (m.group(3) != null) {
            thread.tid = Long.parseLong(m.group(3));
        }
        if (remainder.startsWith(" daemon")) {
            thread.properties.put("daemon", "true");
        }
        int status = 0;
        Matcher property = PROPERTY.matcher(remainder);
        while (property.find()) {
            if (property.group(1).equals("nid")) {
                thread.tid = parseNumber(property.group(2), thread.tid);
                status = property.end();
            } else {
                thread.properties.put(property.group(1), property.group(2));
            }
        }
        String text = remainder
                .substring(status)
                .replaceFirst("\\s*\\[0x[0-9a-fA-F]+.*", "")
                .strip();
        if (status > 0 && !text.isEmpty()) {
            thread.properties.put("status", text);
            // Threads of the virtual machine itself have no other state.
            thread.state = text;
        }
        return true;
    }

    private static long parseNumber(String text, long fallback) {
        try {
            return text.startsWith("0x") ? Long.parseLong(text.substring(2), 16) : Long.parseLong(text);
        } catch (NumberFormatException e) {
            return fallback;
        }
    }

    private boolean readThreadFileHeader(String line) {
        Matcher m = FILE_THREAD.matcher(line);
        if (!m.matches()) {
            return false;
        }
        thread = new DumpedThread(m.group(2), Long.parseLong(m.group(1)));
        thread.isVirtual = m.group(3) != null;
        thread.state = m.group(4) == null ? "" : m.group(4);
        return true;
    }

    private boolean readDetail(String line) {
        String text = line.strip();
        if (text.startsWith("at ") || isInThreadFile && !text.startsWith("-")) {
            DumpedThread.Frame frame = DumpedFrames.parse(text);
            if (frame != null && thread.frames.size() < ThreadDumpImporter.MAX_DEPTH) {
                thread.frames.add(frame);
            }
            return frame != null;
        }
        Matcher m = ATTACHED_FRAME.matcher(text);
        if (m.matches()) {
            if (thread.frames.size() < ThreadDumpImporter.MAX_DEPTH) {
                long number = m.group(2) == null ? -1 : Long.parseLong(m.group(2));
                thread.frames.add(new DumpedThread.Frame(null, m.group(1), null, number));
            }
            return true;
        }
        m = STATE.matcher(line);
        if (m.matches()) {
            thread.state = m.group(1);
            if (m.group(2) != null) {
                thread.properties.put("state", m.group(2));
            }
            return true;
        }
        m = LOCK.matcher(line);
        if (m.matches()) {
            Relation relation = switch (m.group(1)) {
                case "locked" -> Relation.HOLDS;
                case "waiting on" -> Relation.WAITS_ON;
                case "eliminated" -> null;
                default -> Relation.NEEDS;
            };
            if (relation != null && !m.group(2).startsWith("no object reference")) {
                String type = m.group(3) == null ? "" : m.group(3);
                long owner = m.group(4) == null ? DumpedThread.NONE : Long.parseLong(m.group(4));
                thread.locks.add(new Lock(relation, m.group(2), type, owner));
            }
            return true;
        }
        m = MANAGED_LOCK.matcher(line);
        if (m.matches()) {
            Relation relation = switch (m.group(1)) {
                case "locked" -> Relation.HOLDS;
                case "waiting on" -> Relation.WAITS_ON;
                default -> Relation.NEEDS;
            };
            thread.locks.add(new Lock(relation, m.group(3), m.group(2), DumpedThread.NONE));
            return true;
        }
        m = SYNCHRONIZER.matcher(line);
        if (m.matches()) {
            thread.locks.add(new Lock(Relation.HOLDS, m.group(1), m.group(2) == null ? "" : m.group(2), -1));
        }
        return true;
    }

    private void close() {
        if (thread != null) {
            writer.add(thread);
            thread = null;
        }
    }

    @Override
    public void finish() {
        close();
        writer.end();
    }

    /// Returns the number of reports about deadlocks.
    int deadlocks() {
        return deadlocks;
    }
}
