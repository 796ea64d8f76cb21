package traceglass.ingest.threaddump;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import traceglass.ingest.threaddump.DumpedThread.Lock;
import traceglass.ingest.threaddump.DumpedThread.Relation;

/// Reads the dumps of one or more processes that Android writes when an app does not respond (`/data/anr/`).
final class ArtDump implements TextDump {

    private static final Pattern START =
            Pattern.compile("----- pid (\\d{1,10}) at (\\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d:\\d\\d\\S*) -----");
    private static final Pattern SNIFFED = Pattern.compile("(?m)^----- pid \\d{1,10} at \\d{4}-");
    private static final Pattern THREAD =
            Pattern.compile("\"(.*)\"( daemon)? prio=(-?\\d+) (?:tid=(\\d{1,10})|\\(not attached\\)) ?(\\w*).*|"
                    + "\"(.*)\" sysTid=(\\d{1,10}).*");
    private static final Pattern PROPERTY = Pattern.compile("\\b(sysTid|nice|state|utm|stm|core)=(\\S+)");
    private static final Pattern MUTEXES = Pattern.compile("\\s+\\| held mutexes=\\s*(\\S.*)");
    private static final Pattern NATIVE =
            Pattern.compile("\\s+(?:native|kernel)?:? ?#\\d+ pc ([0-9a-fA-F]{1,16})\\s+(.*)");
    private static final Pattern KERNEL =
            Pattern.compile("\\s+kernel: (?!\\()(?:\\[?<?[0-9a-fA-F]+>?\\]? )?(\\S+?)(?:\\+0x.*)?");
    private static final Pattern SYMBOL =
            Pattern.compile("(\\S.*?)(?: \\(offset \\S+\\))?(?: \\((.*?)(?:\\+(\\d+))?\\))?(?: \\(BuildId: .*\\))?");
    private static final Pattern LOCK = Pattern.compile(
            "\\s+- (locked|waiting to lock|waiting on|sleeping on)\\s+<?(0x[0-9a-fA-F]+|an unknown object)>?"
                    + "(?: \\(an? (.+?)\\))?(?: held by thread (\\d{1,10}))?.*");

    private final ThreadDumpWriter writer;
    private DumpedThread thread;
    private boolean isInDump;

    ArtDump(ThreadDumpWriter writer) {
        this.writer = writer;
    }

    static boolean sniff(String head) {
        return SNIFFED.matcher(head).find();
    }

    @Override
    public boolean read(String line) {
        if (line.startsWith("-----")) {
            close();
            Matcher m = START.matcher(line);
            isInDump = m.matches();
            if (isInDump) {
                writer.start(DumpTimes.parse(m.group(2)), Long.parseLong(m.group(1)), null);
            }
            return true;
        }
        if (!isInDump) {
            return true;
        }
        if (line.startsWith("Cmd line: ")) {
            writer.setProcessName(line.substring("Cmd line: ".length()).strip());
            return true;
        }
        if (line.startsWith("\"")) {
            close();
            return readThread(line);
        }
        if (line.isBlank()) {
            close();
            return true;
        }
        return thread == null || !line.startsWith("  ") || readDetail(line);
    }

    private boolean readThread(String line) {
        Matcher m = THREAD.matcher(line);
        if (!m.matches()) {
            return false;
        }
        if (m.group(6) != null) {
            thread = new DumpedThread(m.group(6), DumpedThread.NONE);
            thread.tid = Long.parseLong(m.group(7));
            return true;
        }
        boolean isAttached = m.group(4) != null;
        thread = new DumpedThread(m.group(1), isAttached ? Long.parseLong(m.group(4)) : DumpedThread.NONE);
        thread.state = m.group(5);
        thread.properties.put("prio", m.group(3));
        if (m.group(2) != null) {
            thread.properties.put("daemon", "true");
        }
        return true;
    }

    private boolean readDetail(String line) {
        String text = line.strip();
        if (text.startsWith("| ")) {
            readProperties(line);
            return true;
        }
        if (text.startsWith("at ")) {
            DumpedThread.Frame frame = DumpedFrames.parse(text);
            add(frame);
            return frame != null;
        }
        Matcher m = NATIVE.matcher(line);
        if (m.matches()) {
            Matcher symbol = SYMBOL.matcher(m.group(2));
            boolean isKnown = symbol.matches();
            String library = isKnown ? symbol.group(1) : m.group(2);
            String function = isKnown ? symbol.group(2) : null;
            add(new DumpedThread.Frame(
                    library,
                    function == null || function.equals("???")
                            ? library.substring(library.lastIndexOf('/') + 1) + "+0x"
                                    + m.group(1).replaceFirst("^0+(?=.)", "")
                            : function,
                    null,
                    -1));
            return true;
        }
        m = KERNEL.matcher(line);
        if (m.matches()) {
            add(new DumpedThread.Frame("[kernel]", m.group(1), null, -1));
            return true;
        }
        m = LOCK.matcher(line);
        if (m.matches()) {
            Relation relation = switch (m.group(1)) {
                case "locked" -> Relation.HOLDS;
                case "waiting to lock" -> Relation.NEEDS;
                default -> Relation.WAITS_ON;
            };
            long owner = m.group(4) == null ? DumpedThread.NONE : Long.parseLong(m.group(4));
            thread.locks.add(new Lock(relation, m.group(2), m.group(3) == null ? "" : m.group(3), owner));
        }
        return true;
    }

    private void add(DumpedThread.Frame frame) {
        if (frame != null && thread.frames.size() < ThreadDumpImporter.MAX_DEPTH) {
            thread.frames.add(frame);
        }
    }

    private void readProperties(String line) {
        Matcher mutexes = MUTEXES.matcher(line);
        if (mutexes.matches()) {
            thread.properties.put("held_mutexes", mutexes.group(1).strip());
        }
        Matcher property = PROPERTY.matcher(line);
        while (property.find()) {
            if (!property.group(1).equals("sysTid")) {
                thread.properties.put(
                        property.group(1).equals("state") ? "kernel_state" : property.group(1), property.group(2));
            } else if (property.group(2).matches("\\d{1,10}")) {
                thread.tid = Long.parseLong(property.group(2));
            }
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
        close();
        writer.end();
    }
}
