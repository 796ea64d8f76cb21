package traceglass.ingest.web;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import traceglass.ingest.ImportContext;
import traceglass.ingest.sort.EventSorter;
import traceglass.ingest.text.JsonTree;
import traceglass.ingest.tracker.args.ArgSetBuilder;
import traceglass.ingest.tracker.clock.ClockTracker;
import traceglass.ingest.tracker.machine.NamePriority;
import traceglass.ingest.tracker.track.TrackCompressor;
import traceglass.ingest.tracker.track.TrackType;
import traceglass.store.names.StatNames;
import traceglass.store.names.TableNames;
import traceglass.store.table.IntColumn;
import traceglass.store.table.StringPool;
import traceglass.store.table.Table;

/// Pages and requests of an HTTP archive. A page, or a host for requests without one, is a process; requests are slices
/// on the tracks of their connection, with nested slices for their phases.
final class HarRequests {

    private static final TrackType REQUEST =
            TrackCompressor.compressed("network_request", TrackType.UPID, TrackType.Dimension.ofString("connection"));
    private static final TrackType PAGE = TrackCompressor.compressed("network_page", TrackType.UPID);
    private static final String[] PHASES = {"blocked", "dns", "connect", "send", "wait", "receive"};
    private static final String[] PHASE_NAMES = {"Blocked", "DNS", "Connect", "Send", "Wait", "Receive"};
    private static final int CONNECT = 2;
    private static final Set<String> SECRETS =
            Set.of("cookie", "set-cookie", "authorization", "proxy-authorization", "x-api-key");
    private static final String ERROR_COLOR = "terrible";
    private static final int MAX_TEXT_CHARS = 4096;
    private static final int MAX_HEADERS = 100;
    private static final double NS_PER_MS = 1e6;
    private static final long MAX_MS = 1L << 40;
    private static final double MAX_SECONDS = 9e9;

    private final ImportContext context;
    private final StringPool strings;
    private final EventSorter.Queue queue;
    private final Map<String, Integer> processes = new HashMap<>();
    private final Map<String, String> titles = new HashMap<>();
    private int requests;

    /// A request. Its track is determined when the request begins.
    private static final class Request {
        int upid;
        String connection;
        int track = -1;
    }

    /// Slice waiting to be sorted.
    ///
    /// @param request request to which the slice belongs; null for slices of the page
    private record PendingSlice(
            Request request, int upid, int name, int category, long dur, int args, boolean hasFailed) {}

    HarRequests(ImportContext context) {
        this.context = context;
        strings = context.strings();
        queue = context.sorter().queue((ts, data, ref) -> emit(ts, (PendingSlice) ref));
    }

    void setProgram(String key, Object program) {
        String text = (JsonTree.text(program, "name") + " " + JsonTree.text(program, "version")).strip();
        if (!text.isEmpty()) {
            context.metadata().setDynamic("har_" + key, text);
        }
    }

    /// Converts a time to ns since 1970; returns -1 if the string is not a time.
    static long parseTime(String text) {
        try {
            Instant instant = OffsetDateTime.parse(text).toInstant();
            return Math.addExact(Math.multiplyExact(instant.getEpochSecond(), 1_000_000_000L), instant.getNano());
        } catch (DateTimeException | ArithmeticException e) {
            return -1;
        }
    }

    /// Converts a number of milliseconds to ns; returns -1 if it is missing or negative, which means that the
    /// phase did not take place.
    private static long ns(Object value) {
        double ms = value instanceof Double d ? d : value instanceof Long n ? n : -1;
        return ms >= 0 && ms < MAX_MS ? Math.round(ms * NS_PER_MS) : -1;
    }

    private int process(String key, String name) {
        return processes.computeIfAbsent(key, k -> {
            int upid = context.processes().process(processes.size() + 1L);
            context.processes().setProcessName(upid, strings.intern(name), NamePriority.OfProcess.OTHER);
            return upid;
        });
    }

    private boolean push(long start, PendingSlice part) {
        long ts = start <= 0 ? ClockTracker.NONE : context.clocks().defaultToTraceTime(start);
        if (ts == ClockTracker.NONE) {
            context.stats().increment(StatNames.NETWORK_LOG_INVALID_TIME);
            return false;
        }
        queue.push(ts, -part.dur, 0, part);
        return true;
    }

    void addPage(Object page) {
        String id = JsonTree.text(page, "id");
        String title = JsonTree.text(page, "title");
        String name = title.isEmpty() ? id : title;
        titles.put(id, name);
        long start = parseTime(JsonTree.text(page, "startedDateTime"));
        int upid = process("page " + id, name.isEmpty() ? "Page" : name);
        Object timings = JsonTree.get(page, "pageTimings");
        long load = ns(JsonTree.get(timings, "onLoad"));
        long content = ns(JsonTree.get(timings, "onContentLoad"));
        int category = strings.intern("page");
        if (load >= 0) {
            push(
                    start,
                    new PendingSlice(null, upid, strings.intern("Page load"), category, load, IntColumn.NULL, false));
            push(start + load, instant(upid, "Load", category));
        }
        if (content >= 0) {
            push(start + content, instant(upid, "DOMContentLoaded", category));
        }
    }

    private PendingSlice instant(int upid, String name, int category) {
        return new PendingSlice(null, upid, strings.intern(name), category, 0, IntColumn.NULL, false);
    }

    void addEntry(Object entry) {
        Object request = JsonTree.get(entry, "request");
        Object response = JsonTree.get(entry, "response");
        String url = JsonTree.text(request, "url");
        String host = host(url);
        String page = JsonTree.text(entry, "pageref");
        Request r = new Request();
        r.upid = page.isEmpty()
                ? process("host " + host, host)
                : process("page " + page, titles.getOrDefault(page, page));
        String connection = JsonTree.text(entry, "connection");
        r.connection = connection.isEmpty() ? host : host + ", connection " + connection;
        Object timings = JsonTree.get(entry, "timings");
        List<PendingSlice> phases = new ArrayList<>();
        List<Long> offsets = new ArrayList<>();
        long sum = addPhases(r, timings, phases, offsets);
        long total = ns(JsonTree.get(entry, "time"));
        // Phases are rounded individually, so their sum may slightly exceed the total.
        long dur = Math.max(total, sum);
        long status = JsonTree.number(response, "status");
        String error = JsonTree.text(response, "_error");
        boolean hasFailed = status >= 400 || !error.isEmpty();
        String method = JsonTree.text(request, "method");
        long start = parseTime(JsonTree.text(entry, "startedDateTime"));
        int name = strings.intern((method + " " + path(url)).strip());
        String type = JsonTree.text(entry, "_resourceType");
        int category = strings.intern(type.isEmpty() ? "request" : type);
        int args = args(entry, request, response, url);
        if (!push(start, new PendingSlice(r, r.upid, name, category, Math.max(0, dur), args, hasFailed))) {
            return;
        }
        requests++;
        for (int i = 0; i < phases.size(); i++) {
            push(start + offsets.get(i), phases.get(i));
        }
        addMessages(entry, host, r.upid);
    }

    /// Adds the phases of a request with their offsets, and returns the sum of their durations.
    private long addPhases(Request r, Object timings, List<PendingSlice> phases, List<Long> offsets) {
        long ts = 0;
        int category = strings.intern("phase");
        for (int i = 0; i < PHASES.length; i++) {
            long dur = ns(JsonTree.get(timings, PHASES[i]));
            if (dur <= 0) {
                continue;
            }
            phases.add(
                    new PendingSlice(r, r.upid, strings.intern(PHASE_NAMES[i]), category, dur, IntColumn.NULL, false));
            offsets.add(ts);
            long tls = i == CONNECT ? ns(JsonTree.get(timings, "ssl")) : -1;
            if (tls > 0 && tls <= dur) {
                // The TLS handshake is the last part of connecting.
                phases.add(new PendingSlice(r, r.upid, strings.intern("TLS"), category, tls, IntColumn.NULL, false));
                offsets.add(ts + dur - tls);
            }
            ts += dur;
        }
        return ts;
    }

    private static String host(String url) {
        int start = url.indexOf("://");
        int from = start < 0 ? 0 : start + 3;
        int end = from;
        while (end < url.length() && "/?#".indexOf(url.charAt(end)) < 0) {
            end++;
        }
        String host = url.substring(from, end);
        return host.isEmpty() || start < 0 ? "(no host)" : host.substring(host.indexOf('@') + 1);
    }

    private static String path(String url) {
        int start = url.indexOf("://");
        int slash = start < 0 ? -1 : url.indexOf('/', start + 3);
        if (slash < 0) {
            return url.length() > MAX_TEXT_CHARS ? url.substring(0, MAX_TEXT_CHARS) : url;
        }
        int end = slash;
        while (end < url.length() && "?#".indexOf(url.charAt(end)) < 0 && end - slash < MAX_TEXT_CHARS) {
            end++;
        }
        return url.substring(slash, end);
    }

    private int args(Object entry, Object request, Object response, String url) {
        return context.args().write(b -> {
            addText(b, "url", url);
            addMember(b, "http_version", request, "httpVersion");
            addMember(b, "status", response, "status");
            addMember(b, "status_text", response, "statusText");
            addMember(b, "redirect_url", response, "redirectURL");
            Object content = JsonTree.get(response, "content");
            addMember(b, "mime_type", content, "mimeType");
            addMember(b, "content_size", content, "size");
            addMember(b, "response_body_size", response, "bodySize");
            addMember(b, "request_body_size", request, "bodySize");
            addMember(b, "transfer_size", response, "_transferSize");
            addMember(b, "error", response, "_error");
            addMember(b, "server_ip", entry, "serverIPAddress");
            addMember(b, "connection", entry, "connection");
            addMember(b, "priority", entry, "_priority");
            addMember(b, "from_cache", entry, "_fromCache");
            Object initiator = JsonTree.get(entry, "_initiator");
            addMember(b, "initiator.type", initiator, "type");
            addMember(b, "initiator.url", initiator, "url");
            addMember(b, "initiator.line", initiator, "lineNumber");
            addMember(b, "comment", entry, "comment");
            addHeaders(b, "request.header.", request);
            addHeaders(b, "response.header.", response);
            Object posted = JsonTree.get(request, "postData");
            addMember(b, "request.body_type", posted, "mimeType");
            addBody(b, "request.body", JsonTree.text(posted, "text"));
            if (JsonTree.text(content, "encoding").isEmpty()) {
                addBody(b, "response.body", JsonTree.text(content, "text"));
            }
        });
    }

    private void addHeaders(ArgSetBuilder args, String prefix, Object message) {
        List<?> headers = JsonTree.list(message, "headers");
        for (Object header : headers.subList(0, Math.min(MAX_HEADERS, headers.size()))) {
            String name = JsonTree.text(header, "name").toLowerCase(Locale.ROOT);
            if (!name.isEmpty() && !SECRETS.contains(name)) {
                addText(args, prefix + name, JsonTree.text(header, "value"));
            }
        }
    }

    private void addBody(ArgSetBuilder args, String key, String text) {
        if (text.length() <= MAX_TEXT_CHARS) {
            addText(args, key, text);
        }
    }

    private void addMember(ArgSetBuilder args, String key, Object object, String member) {
        switch (JsonTree.get(object, member)) {
            case Long n -> {
                // An unknown size is written as -1.
                if (n != -1) {
                    args.addInt(strings.intern(key), n);
                }
            }
            case Double d -> args.addReal(strings.intern(key), d);
            case Boolean isTrue -> args.addBool(strings.intern(key), isTrue);
            case String s -> addText(args, key, s);
            case null, default -> {}
        }
    }

    private void addText(ArgSetBuilder args, String key, String value) {
        if (!value.isEmpty()) {
            args.addString(strings.intern(key), strings.intern(value));
        }
    }

    /// Adds the messages of a web socket as instants.
    private void addMessages(Object entry, String host, int upid) {
        Request r = new Request();
        r.upid = upid;
        r.connection = host + ", messages";
        for (Object message : JsonTree.list(entry, "_webSocketMessages")) {
            Object seconds = JsonTree.get(message, "time");
            double time = seconds instanceof Double d ? d : JsonTree.toLong(seconds);
            boolean isSent = JsonTree.text(message, "type").equals("send");
            int name = strings.intern(isSent ? "Message sent" : "Message received");
            int args = context.args().write(b -> {
                b.addInt(strings.intern("opcode"), JsonTree.number(message, "opcode"));
                addBody(b, "data", JsonTree.text(message, "data"));
            });
            if (time > 0 && time < MAX_SECONDS) {
                push(
                        Math.round(time * 1e9),
                        new PendingSlice(r, upid, name, strings.intern("websocket"), 0, args, false));
            }
        }
    }

    private void emit(long ts, PendingSlice p) {
        int track;
        if (p.request == null) {
            track = context.compressor()
                    .lanes(PAGE, strings.intern("Page"), null, null, p.upid)
                    .nested(ts, p.dur);
        } else {
            if (p.request.track < 0) {
                int connection = strings.intern(p.request.connection);
                p.request.track = context.compressor()
                        .lanes(REQUEST, connection, null, null, p.upid, connection)
                        .scoped(ts, p.dur);
            }
            track = p.request.track;
        }
        int row = context.slices().scoped(ts, p.dur, track, p.category, p.name, null);
        if (row < 0) {
            return;
        }
        if (p.args != IntColumn.NULL) {
            context.slices().setArgs(row, p.args);
        }
        if (p.hasFailed) {
            Table colors = context.storage().table(TableNames.SliceColor.TABLE);
            int color = colors.addRow();
            colors.ints(TableNames.SliceColor.SLICE_ID).set(color, row);
            colors.strings(TableNames.SliceColor.NAME).set(color, strings.intern(ERROR_COLOR));
        }
    }

    void finish() {
        context.metadata().setDynamic("har_requests", requests);
    }
}
