package traceglass.ingest.textstacks;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import traceglass.ingest.tracker.stack.NamedFrames;

/// Reads reports of spindump and hang reports of macOS: processes with threads, and a call graph for each thread.
/// Processes and threads are shown as the outermost frames of their stacks.
final class SpindumpReport implements StackGrammar {

    private static final Pattern PROCESS = Pattern.compile("Process: +(\\S.*)");
    private static final Pattern THREAD = Pattern.compile(" +(Thread 0x[0-9a-fA-F]+) +(.*)");
    private static final Pattern SAMPLES = Pattern.compile("(?:^|\\s)(\\d{1,12}) samples?\\b.*");
    private static final Pattern NODE = Pattern.compile("( *)(\\*?)(\\d{1,12}) {1,2}(\\S.*)");
    private static final Pattern LOCATION = Pattern.compile(" \\(([^()]+?)(?: \\+ \\d+)?\\) \\[0x[0-9a-fA-F]+\\]");
    private static final Pattern OFFSET = Pattern.compile(" \\+ \\d+$");
    private static final int PROCESS_COLUMN = -2;
    private static final int THREAD_COLUMN = -1;

    private final StackProfileWriter writer;
    private final StackTree tree;
    private String process;
    private boolean isInThread;
    private boolean isAfterThread;

    SpindumpReport(StackProfileWriter writer) {
        this.writer = writer;
        tree = new StackTree(writer, writer.profile("samples", "count"));
    }

    @Override
    public boolean read(String line) {
        Matcher m = PROCESS.matcher(line);
        if (m.matches()) {
            process = m.group(1).strip();
            isInThread = false;
            return true;
        }
        if (line.isBlank()) {
            isAfterThread |= isInThread;
            isInThread = false;
            return true;
        }
        m = THREAD.matcher(line);
        if (process != null && m.matches()) {
            startThread(m.group(1), m.group(2));
            return true;
        }
        return !isInThread || readNode(line);
    }

    private void startThread(String id, String remainder) {
        tree.finish();
        Matcher samples = SAMPLES.matcher(remainder);
        boolean isFound = samples.find();
        String name = isFound ? remainder.substring(0, samples.start()).strip() : "";
        NamedFrames frames = writer.frames();
        long count = isFound ? Long.parseLong(samples.group(1)) : 0;
        tree.add(PROCESS_COLUMN, count, StackTree.FROM_CALLEES, frames.frame(null, process));
        tree.add(
                THREAD_COLUMN,
                count,
                StackTree.FROM_CALLEES,
                frames.frame(null, name.isEmpty() ? id : id + " " + name.replaceAll("\\s+", " ")));
        isInThread = true;
        isAfterThread = false;
    }

    private boolean readNode(String line) {
        Matcher m = NODE.matcher(line);
        if (!m.matches()) {
            return true;
        }
        String text = m.group(4);
        String library = null;
        String name = text;
        Matcher location = LOCATION.matcher(text);
        if (location.find()) {
            library = location.group(1);
            name = OFFSET.matcher(text.substring(0, location.start())).replaceFirst("");
        }
        int frame = writer.frames().frame(library, name);
        if (!m.group(2).isEmpty()) {
            writer.context()
                    .stackProfiles()
                    .setFrameType(frame, writer.context().strings().intern("kernel"));
        }
        tree.add(m.start(3), Long.parseLong(m.group(3)), StackTree.FROM_CALLEES, frame);
        return true;
    }

    @Override
    public boolean finish() {
        tree.finish();
        return isAfterThread;
    }
}
