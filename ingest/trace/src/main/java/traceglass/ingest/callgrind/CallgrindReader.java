package traceglass.ingest.callgrind;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.StringTokenizer;
import traceglass.ingest.ImportContext;

/// Reads the lines of a callgrind file: headers `KEY: VALUE`; the current object, file and function; cost lines; and
/// calls, whose next line has the inclusive cost of the callee. Names are written once as `(NUMBER) NAME` and then as
/// `(NUMBER)`. Source: "Callgrind Format Specification" of Valgrind.
final class CallgrindReader {

    private static final int MAX_EVENTS = 64;

    private final ImportContext context;
    private final Map<String, String> objects = new HashMap<>();
    private final Map<String, String> files = new HashMap<>();
    private final Map<String, String> names = new HashMap<>();
    private List<String> events = List.of();
    private CallGraph graph;
    private int positions = 1;
    private String object;
    /// File of the current line: that of inlined code within a function.
    private String file;

    private String functionFile;
    private String function;
    private int current = -1;
    private String calledObject;
    private String calledFile;
    private String calledFunction;
    private boolean isCall;
    private final double[] lastCosts = new double[MAX_EVENTS];

    CallgrindReader(ImportContext context) {
        this.context = context;
    }

    /// Reads a line; returns false if it is not a line of this format.
    boolean read(String line) {
        String text = line.strip();
        if (text.isEmpty() || text.charAt(0) == '#') {
            return true;
        }
        char first = text.charAt(0);
        if (first >= '0' && first <= '9' || first == '+' || first == '-' || first == '*') {
            return readCosts(text);
        }
        int equals = text.indexOf('=');
        int colon = text.indexOf(':');
        if (colon > 0 && (equals < 0 || colon < equals)) {
            return readHeader(
                    text.substring(0, colon), text.substring(colon + 1).strip());
        }
        return equals > 0
                && readAssignment(
                        text.substring(0, equals), text.substring(equals + 1).strip());
    }

    private boolean readHeader(String key, String value) {
        switch (key) {
            case "events" -> {
                if (graph == null) {
                    events = words(value);
                    graph = new CallGraph(context, events.size());
                }
            }
            case "positions" -> positions = Math.max(1, words(value).size());
            case "cmd", "creator", "pid" -> context.metadata().setDynamic("callgrind_" + key, value);
            default -> {}
        }
        return true;
    }

    private static List<String> words(String text) {
        List<String> words = new ArrayList<>();
        StringTokenizer tokens = new StringTokenizer(text);
        while (tokens.hasMoreTokens() && words.size() < MAX_EVENTS) {
            words.add(tokens.nextToken());
        }
        return words;
    }

    private boolean readAssignment(String key, String value) {
        switch (key) {
            case "ob" -> {
                object = name(objects, value);
                current = -1;
            }
            case "fl" -> {
                file = name(files, value);
                functionFile = file;
                current = -1;
            }
            // Inlined code counts toward the function that contains it, but calls and functions that follow without a
            // file of their own are in this file.
            case "fi", "fe" -> file = name(files, value);
            case "fn" -> {
                function = name(names, value);
                functionFile = file;
                current = -1;
            }
            case "cob" -> calledObject = name(objects, value);
            case "cfi", "cfl" -> calledFile = name(files, value);
            case "cfn" -> calledFunction = name(names, value);
            case "calls" -> isCall = true;
            case "jfi" -> name(files, value);
            case "jfn" -> name(names, value);
            case "jump", "jcnd" -> {}
            default -> {
                return false;
            }
        }
        return true;
    }

    /// Parses `(NUMBER) NAME`, `(NUMBER)` or `NAME`. A number alone refers to the name defined with it earlier.
    private static String name(Map<String, String> names, String text) {
        int end = text.startsWith("(") ? text.indexOf(')') : -1;
        if (end < 2 || !text.substring(1, end).chars().allMatch(c -> c >= '0' && c <= '9')) {
            return text;
        }
        String number = text.substring(1, end);
        String name = text.substring(end + 1).strip();
        if (!name.isEmpty()) {
            names.put(number, name);
            return name;
        }
        return names.getOrDefault(number, text);
    }

    private int currentFunction() {
        if (current < 0) {
            current = graph.function(
                    resolveName(object), resolveName(functionFile), function == null ? "[unknown]" : function, 0);
        }
        return current;
    }

    /// Returns a name, or null if the tool did not know it.
    private static String resolveName(String name) {
        return name == null || name.isEmpty() || name.equals("???") ? null : name;
    }

    /// Reads positions and costs; trailing costs of 0 may be omitted.
    private boolean readCosts(String text) {
        boolean isCostOfCall = isCall;
        isCall = false;
        if (graph == null) {
            return false;
        }
        int callee = -1;
        if (isCostOfCall) {
            callee = graph.function(
                    resolveName(calledObject == null ? object : calledObject),
                    resolveName(calledFile == null ? file : calledFile),
                    calledFunction == null ? "[unknown]" : calledFunction,
                    0);
            calledObject = null;
            calledFile = null;
            calledFunction = null;
        }
        StringTokenizer tokens = new StringTokenizer(text);
        for (int i = 0; i < positions && tokens.hasMoreTokens(); i++) {
            tokens.nextToken();
        }
        try {
            for (int e = 0; e < events.size() && tokens.hasMoreTokens(); e++) {
                double cost = parseCost(tokens.nextToken(), e);
                if (isCostOfCall) {
                    graph.addCall(currentFunction(), callee, e, cost);
                } else {
                    graph.addSelf(currentFunction(), e, cost);
                }
            }
        } catch (NumberFormatException e) {
            return false;
        }
        return true;
    }

    /// Returns a cost. Some tools write costs relative to the previous line, like positions.
    private double parseCost(String text, int event) {
        char first = text.charAt(0);
        double value = first == '*' ? 0 : Double.parseDouble(text);
        lastCosts[event] = first == '*' || first == '+' || first == '-' ? lastCosts[event] + value : value;
        return lastCosts[event];
    }

    void finish() {
        if (graph != null) {
            graph.write(
                    "callgrind_file",
                    "callgrind",
                    "[callgrind]",
                    events.stream().map(CallgrindReader::event).toList());
        }
    }

    /// Returns an event, taking the unit from its name, e.g. `Time_(10ns)` of Xdebug.
    private static CallGraph.Event event(String name) {
        int open = name.indexOf("_(");
        String unit = open > 0 && name.endsWith(")") ? name.substring(open + 2, name.length() - 1) : "";
        String type = open > 0 ? name.substring(0, open) : name;
        return switch (unit) {
            case "10ns" -> new CallGraph.Event(type, "nanoseconds", 10);
            case "ns" -> new CallGraph.Event(type, "nanoseconds", 1);
            case "us", "µs" -> new CallGraph.Event(type, "nanoseconds", 1_000);
            case "bytes" -> new CallGraph.Event(type, "bytes", 1);
            default -> new CallGraph.Event(name, "count", 1);
        };
    }
}
