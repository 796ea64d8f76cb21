package traceglass.ingest.json;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongUnaryOperator;
import traceglass.ingest.ImportContext;
import traceglass.ingest.json.text.JsonCursor;
import traceglass.ingest.json.text.JsonKind;
import traceglass.ingest.json.text.JsonSyntaxException;
import traceglass.ingest.sort.EventSorter;
import traceglass.ingest.tracker.stack.ProfilerSamples;
import traceglass.ingest.tracker.stack.StackProfiles;
import traceglass.store.names.StatNames;
import traceglass.store.table.StringPool;

/// Reads CPU profiles that V8 writes as JSON into events of phase `P`, in JSON traces and in track events. One event
/// begins a profile; later events with the same id add call tree nodes and samples, each sample with the time since the
/// previous one. Nodes refer to their parent or, as in the DevTools protocol (type `ProfileNode`), their children.
public final class JsonProfiles {

    private final ImportContext context;
    private final StringPool strings;
    private final ProfilerSamples samples;
    private final LongUnaryOperator startTime;
    private final LongUnaryOperator sampleTime;
    private final EventSorter.Queue queue;
    private final Map<Key, Profile> profiles = new HashMap<>();
    private final JsonCursor top = new JsonCursor();
    private final JsonCursor data = new JsonCursor();
    private final JsonCursor list = new JsonCursor();
    private final JsonCursor item = new JsonCursor();
    private final JsonCursor call = new JsonCursor();

    private record Key(long id, long pid) {}

    private record Site(int callsite, int depth) {}

    /// A sample waiting to be sorted.
    private record Sample(Profile profile, long pid, long tid) {}

    private final class Profile {
        final StackProfiles.Mapping mapping = context.stackProfiles().dummy("");
        final Map<Long, Site> sites = new HashMap<>();
        final Map<Long, Long> parents = new HashMap<>();
        long ts;
    }

    private static final class Node {
        long id;
        long parent = -1;
        String url;
        String function = "";
        List<Long> children = List.of();
    }

    /// @param startTime converts the start time of a profile, in ns, to a time to which sample deltas are added;
    ///     returns `Long.MIN_VALUE` on failure
    /// @param sampleTime converts such a time to trace time; returns `Long.MIN_VALUE` on failure
    public JsonProfiles(ImportContext context, LongUnaryOperator startTime, LongUnaryOperator sampleTime) {
        this.context = context;
        this.startTime = startTime;
        this.sampleTime = sampleTime;
        strings = context.strings();
        samples = context.session().profilerSamples();
        queue = context.sorter().queue(this::addSample);
    }

    /// Profile data of one event.
    private static final class ProfileChunk {
        final List<Node> nodes = new ArrayList<>();
        final List<Long> samples = new ArrayList<>();
        final List<Long> deltasUs = new ArrayList<>();
        long startUs = Long.MIN_VALUE;
    }

    /// Returns whether the start of a profile has been read.
    boolean hasStarted(long id, long pid) {
        return profiles.containsKey(new Key(id, pid));
    }

    /// Reads the arguments of one event: an object whose member `data` holds the profile data. Invalid nodes are
    /// skipped and reported to `problems`.
    ///
    /// @return error that concerns the event as a whole, or null
    String event(long id, long pid, long tid, byte[] buffer, int from, int to, List<String> problems) {
        ProfileChunk chunk = new ProfileChunk();
        try {
            top.reset(buffer, from + 1, to);
            while (top.nextKey()) {
                boolean isData = top.isKey("data");
                top.readValue();
                if (isData && top.kind() == JsonKind.OBJECT) {
                    read(buffer, top.start(), top.end(), chunk);
                }
            }
        } catch (JsonSyntaxException e) {
            return null;
        }
        return addChunk(id, pid, tid, chunk, problems);
    }

    /// Reads only the member `data` of a JSON text. Ignores text that is not a JSON object.
    ///
    /// @param problems receives the errors of skipped nodes
    /// @return error that concerns the event as a whole, or null
    public String data(long id, long pid, long tid, byte[] buffer, int from, int to, List<String> problems) {
        int start = from;
        while (start < to && buffer[start] <= ' ') {
            start++;
        }
        if (start == to || buffer[start] != '{') {
            return null;
        }
        ProfileChunk chunk = new ProfileChunk();
        try {
            read(buffer, start, to, chunk);
        } catch (JsonSyntaxException e) {
            return null;
        }
        return addChunk(id, pid, tid, chunk, problems);
    }

    private void read(byte[] buffer, int from, int to, ProfileChunk chunk) {
        data.reset(buffer, from + 1, to);
        while (data.nextKey()) {
            boolean isStart = data.isKey("startTime");
            boolean isProfile = data.isKey("cpuProfile");
            boolean areDeltas = data.isKey("timeDeltas");
            data.readValue();
            if (isStart && data.isNumber()) {
                chunk.startUs = data.kind() == JsonKind.LONG ? data.longValue() : (long) data.number();
            } else if (isProfile && data.kind() == JsonKind.OBJECT) {
                readProfile(data.start(), data.end(), buffer, chunk.nodes, chunk.samples);
            } else if (areDeltas && data.kind() == JsonKind.ARRAY) {
                readNumbers(buffer, data.start(), data.end(), chunk.deltasUs);
            }
        }
    }

    private String addChunk(long id, long pid, long tid, ProfileChunk chunk, List<String> problems) {
        Key key = new Key(id, pid);
        if (chunk.startUs != Long.MIN_VALUE) {
            long ts = startTime.applyAsLong(chunk.startUs * 1000);
            if (ts == Long.MIN_VALUE) {
                return "startTime can't be converted to trace time";
            }
            profiles.computeIfAbsent(key, k -> new Profile()).ts = ts;
            return null;
        }
        Profile profile = profiles.get(key);
        for (Node node : chunk.nodes) {
            String problem = profile == null ? "the start of the profile is missing" : add(profile, node);
            if (problem != null) {
                problems.add(problem);
            }
        }
        if (chunk.samples.size() != chunk.deltasUs.size()) {
            return "samples and timeDeltas have different lengths";
        }
        if (profile == null && !chunk.samples.isEmpty()) {
            return "the start of the profile is missing";
        }
        Sample sample = new Sample(profile, pid, tid);
        for (int i = 0; i < chunk.samples.size(); i++) {
            profile.ts += chunk.deltasUs.get(i) * 1000;
            long ts = sampleTime.applyAsLong(profile.ts);
            if (ts != Long.MIN_VALUE) {
                queue.push(ts, chunk.samples.get(i), sample);
            }
        }
        return null;
    }

    private void readProfile(int from, int to, byte[] buffer, List<Node> nodes, List<Long> sampled) {
        JsonCursor c = new JsonCursor();
        c.reset(buffer, from + 1, to);
        while (c.nextKey()) {
            boolean areNodes = c.isKey("nodes");
            boolean areSamples = c.isKey("samples");
            c.readValue();
            if (areNodes && c.kind() == JsonKind.ARRAY) {
                list.reset(buffer, c.start() + 1, c.end());
                while (list.nextElement()) {
                    list.readValue();
                    if (list.kind() == JsonKind.OBJECT) {
                        nodes.add(node(buffer, list.start(), list.end()));
                    }
                }
            } else if (areSamples && c.kind() == JsonKind.ARRAY) {
                readNumbers(buffer, c.start(), c.end(), sampled);
            }
        }
    }

    private Node node(byte[] buffer, int from, int to) {
        Node node = new Node();
        item.reset(buffer, from + 1, to);
        while (item.nextKey()) {
            boolean isId = item.isKey("id");
            boolean isParent = item.isKey("parent");
            boolean isChildren = item.isKey("children");
            boolean isFrame = item.isKey("callFrame");
            item.readValue();
            if (isId && item.kind() == JsonKind.LONG) {
                node.id = item.longValue();
            } else if (isParent && item.kind() == JsonKind.LONG) {
                node.parent = item.longValue();
            } else if (isChildren && item.kind() == JsonKind.ARRAY) {
                node.children = new ArrayList<>();
                readNumbers(buffer, item.start(), item.end(), node.children);
            } else if (isFrame && item.kind() == JsonKind.OBJECT) {
                readFrame(node, buffer, item.start(), item.end());
            }
        }
        return node;
    }

    private void readFrame(Node node, byte[] buffer, int from, int to) {
        call.reset(buffer, from + 1, to);
        while (call.nextKey()) {
            boolean isUrl = call.isKey("url");
            boolean isName = call.isKey("functionName");
            call.readValue();
            if (call.kind() != JsonKind.STRING) {
                continue;
            }
            if (isUrl && call.textLength() > 0) {
                node.url = call.textString();
            } else if (isName) {
                node.function = call.textString();
            }
        }
    }

    private void readNumbers(byte[] buffer, int from, int to, List<Long> out) {
        JsonCursor c = new JsonCursor();
        c.reset(buffer, from + 1, to);
        while (c.nextElement()) {
            c.readValue();
            if (c.isNumber()) {
                out.add(c.kind() == JsonKind.LONG ? c.longValue() : (long) c.number());
            }
        }
    }

    /// Adds a node; returns its error, or null.
    private String add(Profile profile, Node node) {
        if (profile.sites.containsKey(node.id)) {
            return "the profile already has a node with this id";
        }
        StackProfiles stacks = context.stackProfiles();
        int frame = profile.mapping.dummyFrame(
                strings.intern(node.function), node.url == null ? Integer.MIN_VALUE : strings.intern(node.url), -1);
        long parentId = node.parent >= 0 ? node.parent : profile.parents.getOrDefault(node.id, -1L);
        Site parent = parentId < 0 ? null : profile.sites.get(parentId);
        if (parentId >= 0 && parent == null) {
            return "the parent of the node is unknown";
        }
        int depth = parent == null ? 0 : parent.depth + 1;
        int callsite = stacks.callsite(parent == null ? ProfilerSamples.NONE : parent.callsite, frame, depth);
        profile.sites.put(node.id, new Site(callsite, depth));
        for (long child : node.children) {
            if (profile.parents.putIfAbsent(child, node.id) != null) {
                return "several nodes have child " + child;
            }
            Site existing = profile.sites.get(child);
            if (existing != null) {
                stacks.reparent(existing.callsite, callsite, depth + 1);
                profile.sites.put(child, new Site(existing.callsite, depth + 1));
            }
        }
        return null;
    }

    private void addSample(long ts, long nodeId, Object ref) {
        Sample s = (Sample) ref;
        Site site = s.profile.sites.get(nodeId);
        if (site == null) {
            context.stats().increment(StatNames.LEGACY_V8_CPU_PROFILE_INVALID_SAMPLE);
            return;
        }
        int utid = context.processes().updateThread(s.tid, s.pid);
        int upid = context.processes().process(s.pid);
        samples.add(ts, strings.intern("legacy_v8"), samples.task(upid, utid), site.callsite);
    }
}
