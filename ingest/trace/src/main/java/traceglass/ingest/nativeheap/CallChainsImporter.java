package traceglass.ingest.nativeheap;

import com.fasterxml.jackson.core.JacksonException;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import traceglass.ingest.ImportContext;
import traceglass.ingest.Importer;
import traceglass.ingest.TraceInput;
import traceglass.ingest.TraceProblem;
import traceglass.ingest.collection.GrowingDoubles;
import traceglass.ingest.collection.GrowingInts;
import traceglass.ingest.text.JsonHead;
import traceglass.ingest.text.JsonStream;
import traceglass.ingest.text.JsonTree;
import traceglass.ingest.tracker.stack.AggregateProfiles;
import traceglass.ingest.tracker.stack.NamedFrames;
import traceglass.store.names.StatNames;

/// Imports the JSON of gprof2dot, which `memray transform gprof2dot` and other tools write: functions, costs, and
/// events with a chain of functions, innermost first. Source: `schema.json` of gprof2dot, version 0.
public final class CallChainsImporter implements Importer {

    private static final int MAX_COSTS = 64;

    @Override
    public String id() {
        return "gprof2dot";
    }

    @Override
    public String displayName() {
        return "gprof2dot JSON";
    }

    @Override
    public int priority() {
        return 108;
    }

    @Override
    public boolean sniff(byte[] head) {
        JsonHead json = JsonHead.of(head);
        return "0".equals(json.value("version")) && json.has("costs") && (json.has("events") || json.has("functions"));
    }

    @Override
    public void read(TraceInput input, ImportContext context) throws IOException, TraceProblem {
        Chains chains = new Chains();
        try (JsonParser in = JsonStream.open(input)) {
            if (in.nextToken() == JsonToken.START_OBJECT) {
                while (in.nextToken() == JsonToken.FIELD_NAME) {
                    String key = in.currentName();
                    boolean isList = in.nextToken() == JsonToken.START_ARRAY;
                    if (!isList) {
                        in.skipChildren();
                        continue;
                    }
                    while (in.nextToken() != null && in.currentToken() != JsonToken.END_ARRAY) {
                        chains.add(key, JsonTree.read(in));
                    }
                }
            }
        } catch (JacksonException e) {
            context.logs().recordAt(StatNames.NATIVE_HEAP_TRUNCATED, input.position(), null);
        }
        chains.write(context);
    }

    /// Events of a file, kept because the functions to which they refer are listed after them.
    private static final class Chains {

        private final List<Object> costs = new ArrayList<>();
        private final List<Object> functions = new ArrayList<>();
        private final GrowingInts chains = new GrowingInts();
        private final GrowingInts chainEnds = new GrowingInts();
        private final GrowingDoubles values = new GrowingDoubles();
        private final GrowingInts valueEnds = new GrowingInts();

        void add(String list, Object element) {
            switch (list) {
                case "costs" -> {
                    if (costs.size() < MAX_COSTS) {
                        costs.add(element);
                    }
                }
                case "functions" -> functions.add(element);
                case "events" -> {
                    for (Object index : JsonTree.list(element, "callchain")) {
                        chains.add((int) Math.clamp(JsonTree.toLong(index), -1, Integer.MAX_VALUE));
                    }
                    chainEnds.add(chains.size());
                    for (Object cost : JsonTree.list(element, "cost")) {
                        values.add(cost instanceof Double d ? d : JsonTree.toLong(cost));
                    }
                    valueEnds.add(values.size());
                }
                default -> {}
            }
        }

        void write(ImportContext context) {
            NamedFrames frames = new NamedFrames(context.stackProfiles(), context.strings(), "[unknown]");
            int unknown = frames.frame(null, "[unknown]");
            int[] rows = new int[functions.size()];
            for (int i = 0; i < rows.length; i++) {
                String module = JsonTree.text(functions.get(i), "module");
                String name = JsonTree.text(functions.get(i), "name");
                rows[i] = frames.frame(module.isEmpty() ? null : module, name.isEmpty() ? "[unknown]" : name);
            }
            AggregateProfiles profiles = new AggregateProfiles(context.storage());
            int[] profileRows = new int[costs.size()];
            for (int i = 0; i < profileRows.length; i++) {
                String cost = JsonTree.text(costs.get(i), "description");
                String unit = JsonTree.text(costs.get(i), "unit");
                String title = cost.isEmpty() ? "Cost" : cost;
                profileRows[i] = profiles.profile(
                        "gprof2dot_file",
                        title,
                        title.toLowerCase(Locale.ROOT).replace(' ', '_'),
                        unit.isEmpty() ? "count" : unit);
            }
            int chain = 0;
            int value = 0;
            for (int event = 0; event < chainEnds.size(); event++) {
                int site = -1;
                for (int i = chainEnds.get(event) - 1; i >= chain; i--) {
                    int function = chains.get(i);
                    site = frames.callsite(site, function >= 0 && function < rows.length ? rows[function] : unknown);
                }
                chain = chainEnds.get(event);
                for (int cost = 0; value < valueEnds.get(event); cost++, value++) {
                    if (cost < profileRows.length && values.get(value) > 0) {
                        int callsite = site < 0 ? frames.callsite(-1, unknown) : site;
                        profiles.add(profileRows[cost], callsite, values.get(value));
                    }
                }
            }
        }
    }
}
