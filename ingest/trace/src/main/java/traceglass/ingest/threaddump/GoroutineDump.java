package traceglass.ingest.threaddump;

import java.util.HashSet;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import traceglass.ingest.threaddump.DumpedThread.Frame;

/// Reads the stacks of goroutines that Go programs print when they panic or receive `SIGQUIT`, and that
/// `net/http/pprof` returns with `debug=2`.
final class GoroutineDump implements TextDump {

    /// The first goroutine comes after the messages of the program.
    private static final int MAX_LINES_BEFORE = 40;
    private static final Pattern HEADER = Pattern.compile(
            "goroutine (\\d{1,18})(?: gp=\\S+)?(?: m=(\\S+))?(?: mp=\\S+)? \\[([^\\]]*)\\](?: \\{.*\\})?:");
    private static final Pattern LOCATION = Pattern.compile("\\s+(\\S.*):(\\d{1,9})(?: \\+0x[0-9a-f]+)?(?: fp=.*)?");
    /// The function `panic` is also a frame, after which no colon follows.
    private static final Pattern START =
            Pattern.compile("(?:panic|fatal error|SIGQUIT): .*|unexpected fault address .*");
    private static final String CREATED = "created by ";
    private static final Pattern CREATOR = Pattern.compile("created by (\\S.*?)(?: in goroutine (\\d{1,18}))?");

    private final ThreadDumpWriter writer;
    private final Set<Long> ids = new HashSet<>();
    private @Nullable DumpedThread thread;
    /// Function whose file and line come next.
    private @Nullable String function;
    private boolean isCreator;

    GoroutineDump(ThreadDumpWriter writer) {
        this.writer = writer;
    }

    /// Returns whether one of the first lines of a text is the first of a goroutine.
    static boolean sniff(String head) {
        return head.contains("goroutine ")
                && head.lines()
                        .limit(MAX_LINES_BEFORE)
                        .anyMatch(line -> HEADER.matcher(line).matches());
    }

    @Override
    public boolean read(String line) {
        Matcher header = HEADER.matcher(line);
        if (header.matches()) {
            startThread(header);
            return true;
        }
        if (START.matcher(line).matches()) {
            close();
            ids.clear();
            return true;
        }
        DumpedThread open = thread;
        if (open == null) {
            return true;
        }
        if (line.isBlank()) {
            close();
            return true;
        }
        if (Character.isWhitespace(line.charAt(0))) {
            return readLocation(open, line);
        }
        return readFunction(open, line);
    }

    private void startThread(Matcher header) {
        close();
        long id = Long.parseLong(header.group(1));
        if (ids.isEmpty() || !ids.add(id)) {
            ids.clear();
            ids.add(id);
            writer.start(DumpTimes.NONE, DumpedThread.NONE, "Go");
        }
        DumpedThread started = new DumpedThread("goroutine " + id, id);
        String[] parts = header.group(3).split(", ", -1);
        started.state = parts[0];
        for (int i = 1; i < parts.length; i++) {
            if (!parts[i].isEmpty()) {
                started.properties.put(
                        parts[i].startsWith("locked to thread") ? "locked_to_thread" : "waiting", parts[i]);
            }
        }
        if (header.group(2) != null) {
            started.properties.put("m", header.group(2));
        }
        thread = started;
    }

    private boolean readFunction(DumpedThread open, String line) {
        addFrame(open, null, -1);
        Matcher creator = CREATOR.matcher(line);
        isCreator = line.startsWith(CREATED) && creator.matches();
        if (isCreator) {
            function = creator.group(1);
            open.properties.put("created_by", creator.group(1));
            if (creator.group(2) != null) {
                open.properties.put("created_by_goroutine", creator.group(2));
            }
            return true;
        }
        int arguments = line.endsWith(")") ? line.lastIndexOf('(') : -1;
        if (arguments <= 0) {
            // Messages stating, for example, that the stack is unavailable or that frames were omitted.
            return line.startsWith("...") || line.startsWith("\t") || line.contains(" ");
        }
        function = line.substring(0, arguments);
        return true;
    }

    private boolean readLocation(DumpedThread open, String line) {
        Matcher location = LOCATION.matcher(line);
        if (!location.matches()) {
            // Messages stating, for example, that the goroutine runs on another thread.
            return function == null;
        }
        if (isCreator) {
            open.properties.put("created_at", location.group(1) + ":" + location.group(2));
            isCreator = false;
            function = null;
        } else {
            addFrame(open, location.group(1), Long.parseLong(location.group(2)));
        }
        return true;
    }

    private void addFrame(DumpedThread open, @Nullable String file, long line) {
        String name = function;
        if (name != null && !isCreator && open.frames.size() < ThreadDumpImporter.MAX_DEPTH) {
            open.frames.add(new Frame(packageOf(name), name, file, line));
        }
        function = null;
    }

    /// Returns the package of `net/http.(*Server).Serve`.
    private static String packageOf(String function) {
        int dot = function.indexOf('.', function.lastIndexOf('/', endOfPath(function)) + 1);
        return dot < 0 ? function : function.substring(0, dot);
    }

    /// Returns the end of the part that can contain the path of the package: type arguments also contain slashes.
    private static int endOfPath(String function) {
        int bracket = function.indexOf('[');
        return bracket < 0 ? function.length() : bracket;
    }

    private void close() {
        if (thread != null) {
            addFrame(thread, null, -1);
            writer.add(thread);
            thread = null;
        }
        isCreator = false;
    }

    @Override
    public void finish() {
        close();
        writer.end();
    }
}
