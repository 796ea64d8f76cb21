package traceglass.ingest.scripting;

import com.fasterxml.jackson.core.JacksonException;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import traceglass.ingest.ImportContext;
import traceglass.ingest.Importer;
import traceglass.ingest.TraceInput;
import traceglass.ingest.text.JsonHead;
import traceglass.ingest.text.JsonStream;
import traceglass.ingest.textstacks.GhcFrames;
import traceglass.ingest.tracker.stack.AggregateProfiles;
import traceglass.ingest.tracker.stack.NamedFrames;
import traceglass.store.names.StatNames;

/// Imports the profiles that Haskell programs write as JSON with `+RTS -pj`: cost centres, and a tree of them with the
/// ticks and bytes of each.
public final class GhcProfileImporter implements Importer {

    private static final int NO_CALLSITE = -1;
    private static final long NS_PER_US = 1000;
    private static final long DEFAULT_TICK_US = 1000;

    @Override
    public String id() {
        return "ghc_profile";
    }

    @Override
    public String displayName() {
        return "Haskell profile (GHC)";
    }

    @Override
    public int priority() {
        return 109;
    }

    @Override
    public boolean sniff(byte[] head) {
        JsonHead json = JsonHead.of(head);
        return !json.isArray() && json.has("rts_arguments") && json.has("total_ticks");
    }

    /// A function, or a part of one, whose costs are counted.
    private record CostCentre(String label, String module, String location) {}

    /// A cost centre below its callers.
    private static final class Node {
        final Node parent;
        long id = -1;
        double ticks;
        double bytes;
        int callsite = NO_CALLSITE;

        Node(Node parent) {
            this.parent = parent;
        }
    }

    /// Content of a file.
    private static final class Profile {
        final Map<Long, CostCentre> centres = new HashMap<>();
        /// Callers before those that they call.
        final List<Node> nodes = new ArrayList<>();
        long tickNs = DEFAULT_TICK_US * NS_PER_US;
    }

    @Override
    public void read(TraceInput input, ImportContext context) throws IOException {
        Profile profile = new Profile();
        try (JsonParser json = JsonStream.open(input)) {
            read(json, profile, context);
        } catch (JacksonException e) {
            context.logs().recordAt(StatNames.SCRIPT_PROFILE_TRUNCATED, input.position(), null);
        }
        write(profile, context);
    }

    private static void read(JsonParser json, Profile profile, ImportContext context) throws IOException {
        if (json.nextToken() != JsonToken.START_OBJECT) {
            return;
        }
        while (json.nextToken() == JsonToken.FIELD_NAME) {
            String key = json.currentName();
            JsonToken value = json.nextToken();
            if (value == JsonToken.START_ARRAY && key.equals("cost_centres")) {
                while (json.nextToken() == JsonToken.START_OBJECT) {
                    readCentre(json, profile);
                }
            } else if (value == JsonToken.START_OBJECT && key.equals("profile")) {
                JsonCallTree.read(json, parent -> node(parent, profile.nodes), GhcProfileImporter::readMember);
            } else if (value.isNumeric() && key.equals("tick_interval")) {
                profile.tickNs = Math.max(1, (long) json.getDoubleValue()) * NS_PER_US;
            } else if (value == JsonToken.VALUE_STRING && (key.equals("program") || key.equals("end_time"))) {
                context.metadata().setDynamic("ghc_" + key, json.getText());
            } else {
                json.skipChildren();
            }
        }
    }

    private static void readCentre(JsonParser json, Profile profile) throws IOException {
        long id = -1;
        String label = "";
        String module = "";
        String location = "";
        while (json.nextToken() == JsonToken.FIELD_NAME) {
            String key = json.currentName();
            JsonToken value = json.nextToken();
            switch (key) {
                case "id" -> id = value.isNumeric() ? (long) json.getDoubleValue() : -1;
                case "label" -> label = readText(json, value);
                case "module" -> module = readText(json, value);
                case "src_loc" -> location = readText(json, value);
                default -> {}
            }
            json.skipChildren();
        }
        profile.centres.put(id, new CostCentre(label, module, location));
    }

    private static String readText(JsonParser json, JsonToken value) throws IOException {
        return value == JsonToken.VALUE_STRING ? json.getText() : "";
    }

    private static Node node(Node parent, List<Node> nodes) {
        Node node = new Node(parent);
        nodes.add(node);
        return node;
    }

    private static void readMember(Node node, String key, JsonParser json) throws IOException {
        if (json.currentToken().isNumeric()) {
            switch (key) {
                case "id" -> node.id = (long) json.getDoubleValue();
                case "ticks" -> node.ticks = json.getDoubleValue();
                case "alloc" -> node.bytes = json.getDoubleValue();
                default -> {}
            }
        }
    }

    private static void write(Profile profile, ImportContext context) {
        AggregateProfiles profiles = new AggregateProfiles(context.storage());
        NamedFrames frames = new NamedFrames(context.stackProfiles(), context.strings(), "[ghc]");
        int time = profiles.profile("ghc_file", "ghc time", "time", "nanoseconds");
        int bytes = profiles.profile("ghc_file", "ghc alloc", "alloc", "bytes");
        for (Node node : profile.nodes) {
            CostCentre centre = profile.centres.get(node.id);
            int frame = centre == null
                    ? frames.frame(null, "[unknown]")
                    : GhcFrames.frame(frames, centre.label, centre.module, centre.location);
            node.callsite = frames.callsite(node.parent == null ? NO_CALLSITE : node.parent.callsite, frame);
            if (node.ticks > 0) {
                profiles.add(time, node.callsite, node.ticks * profile.tickNs);
            }
            if (node.bytes > 0) {
                profiles.add(bytes, node.callsite, node.bytes);
            }
        }
    }
}
