package traceglass.ingest.scripting;

import com.fasterxml.jackson.core.JacksonException;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import traceglass.ingest.ImportContext;
import traceglass.ingest.Importer;
import traceglass.ingest.TraceInput;
import traceglass.ingest.text.JsonHead;
import traceglass.ingest.text.JsonStream;
import traceglass.ingest.text.JsonTree;
import traceglass.ingest.tracker.stack.AggregateProfiles;
import traceglass.ingest.tracker.stack.NamedFrames;
import traceglass.store.names.StatNames;

/// Imports profiles of pyinstrument, a sampling profiler of Python: its sessions (`.pyisession`), which list the
/// samples, and its JSON reports, which are trees of functions with their times.
public final class PyinstrumentImporter implements Importer {

    private static final int NO_CALLSITE = -1;
    private static final double NS_PER_S = 1e9;
    private static final double MAX_SECONDS = 9e9;

    @Override
    public String id() {
        return "pyinstrument";
    }

    @Override
    public String displayName() {
        return "pyinstrument profile";
    }

    @Override
    public int priority() {
        return 109;
    }

    @Override
    public boolean sniff(byte[] head) {
        JsonHead json = JsonHead.of(head);
        return !json.isArray()
                && (json.has("frame_records")
                        || json.has("root_frame", "sample_count")
                        || json.has("session.sample_count") && json.has("session.target_description"));
    }

    /// Function in a call tree or a stack.
    private static final class Node {
        final Node parent;
        String function = "";
        String file;
        long line;
        double time;
        double calleeTime;
        int callsite = NO_CALLSITE;

        Node(Node parent) {
            this.parent = parent;
        }

        /// Parses an identifier: function, file and line, separated by NUL characters, then attributes.
        void identify(String identifier) {
            String[] parts = withoutAttributes(identifier).split("\0", -1);
            function = parts[0];
            file = parts.length > 1 && !parts[1].startsWith("<thread>") ? parts[1] : null;
            line = parts.length > 2 && parts[2].matches("\\d{1,9}") ? Long.parseLong(parts[2]) : 0;
        }
    }

    private static String withoutAttributes(String identifier) {
        int attributes = identifier.indexOf('\1');
        return attributes < 0 ? identifier : identifier.substring(0, attributes);
    }

    @Override
    public void read(TraceInput input, ImportContext context) throws IOException {
        Reader reader = new Reader(context);
        try (JsonParser json = JsonStream.open(input)) {
            if (json.nextToken() == JsonToken.START_OBJECT) {
                while (json.nextToken() == JsonToken.FIELD_NAME) {
                    String key = json.currentName();
                    json.nextToken();
                    reader.readMember(key, json);
                }
            }
        } catch (JacksonException e) {
            context.logs().recordAt(StatNames.SCRIPT_PROFILE_TRUNCATED, input.position(), null);
        }
        reader.finish();
    }

    /// State of one file.
    private static final class Reader {
        private final ImportContext context;
        /// Nodes of the call tree, callers before callees.
        private final List<Node> nodes = new ArrayList<>();
        /// Samples, kept until the end because the start time of the recording may follow them.
        private final List<Object> records = new ArrayList<>();
        private double start;

        Reader(ImportContext context) {
            this.context = context;
        }

        void readMember(String key, JsonParser json) throws IOException {
            JsonToken value = json.currentToken();
            if (key.equals("session") && value == JsonToken.START_OBJECT) {
                while (json.nextToken() == JsonToken.FIELD_NAME) {
                    String inner = json.currentName();
                    json.nextToken();
                    readMember(inner.equals("session") ? "" : inner, json);
                }
            } else if ((key.equals("root_frame") || key.equals("frame_tree")) && value == JsonToken.START_OBJECT) {
                JsonCallTree.read(json, this::node, Reader::readMember);
            } else if (key.equals("frame_records") && value == JsonToken.START_ARRAY) {
                while (json.nextToken() != null && json.currentToken() != JsonToken.END_ARRAY) {
                    records.add(JsonTree.read(json));
                }
            } else if (key.equals("start_time") && value.isNumeric()) {
                start = json.getDoubleValue();
            } else if ((key.equals("target_description") || key.equals("program")) && value == JsonToken.VALUE_STRING) {
                context.metadata().setDynamic("pyinstrument_program", json.getText());
            } else {
                json.skipChildren();
            }
        }

        private Node node(Node parent) {
            Node node = new Node(parent);
            nodes.add(node);
            return node;
        }

        private static void readMember(Node node, String key, JsonParser json) throws IOException {
            boolean isNumber = json.currentToken().isNumeric();
            switch (key) {
                case "function" -> node.function = json.getText();
                case "identifier" -> node.identify(json.getText());
                case "file_path" -> node.file = json.getText();
                case "line_no" -> node.line = isNumber ? (long) json.getDoubleValue() : 0;
                case "time" -> node.time = isNumber ? json.getDoubleValue() : 0;
                default -> {}
            }
        }

        void finish() {
            if (records.isEmpty()) {
                writeTree();
            } else {
                writeSamples();
            }
        }

        private static int frame(NamedFrames frames, Node f) {
            return frames.frame(null, f.function, f.file, f.line > 0 ? f.line : NamedFrames.NO_LINE);
        }

        /// Times of functions include their callees.
        private void writeTree() {
            AggregateProfiles profiles = new AggregateProfiles(context.storage());
            NamedFrames frames = new NamedFrames(context.stackProfiles(), context.strings(), "[python]");
            int profile = profiles.profile("pyinstrument_file", "pyinstrument time", "time", "nanoseconds");
            for (Node node : nodes) {
                node.callsite =
                        frames.callsite(node.parent == null ? NO_CALLSITE : node.parent.callsite, frame(frames, node));
                if (node.parent != null) {
                    node.parent.calleeTime += node.time;
                }
            }
            for (Node node : nodes) {
                double selfTime = node.time - node.calleeTime;
                if (selfTime > 0 && selfTime < MAX_SECONDS) {
                    profiles.add(profile, node.callsite, selfTime * NS_PER_S);
                }
            }
        }

        /// A record is a stack, the outermost function first, and the time since the record before.
        private void writeSamples() {
            ScriptSamples samples = new ScriptSamples(context, "pyinstrument", "wall_ns");
            samples.start(start > 0 && start < MAX_SECONDS ? Math.round(start * NS_PER_S) : 0);
            long pid = context.processes().unusedPid();
            double seconds = 0;
            for (Object record : records) {
                List<?> parts = record instanceof List<?> list ? list : List.of();
                List<?> stack = !parts.isEmpty() && parts.getFirst() instanceof List<?> list ? list : List.of();
                double time = parts.size() > 1 && parts.get(1) instanceof Number n ? n.doubleValue() : 0;
                seconds += time > 0 ? time : 0;
                int callsite = NO_CALLSITE;
                for (Object identifier : stack) {
                    if (identifier instanceof String text) {
                        Node f = new Node(null);
                        f.identify(text);
                        callsite = samples.frames().callsite(callsite, frame(samples.frames(), f));
                    }
                }
                if (callsite != NO_CALLSITE && seconds < MAX_SECONDS) {
                    samples.add(Math.round(seconds * NS_PER_S), pid, pid, null, callsite);
                }
            }
        }
    }
}
