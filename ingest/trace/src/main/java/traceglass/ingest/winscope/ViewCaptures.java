package traceglass.ingest.winscope;

import com.google.protobuf.InvalidProtocolBufferException;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import traceglass.ingest.ImportContext;
import traceglass.ingest.perfetto.args.ProtoArgs;
import traceglass.ingest.perfetto.packet.SequenceState;
import traceglass.ingest.proto.ProtoCursor;
import traceglass.ingest.tracker.args.ArgSetBuilder;
import traceglass.protos.extension.FrameworksBaseInternedData;
import traceglass.protos.winscope.ViewCapture;
import traceglass.store.table.IntColumn;
import traceglass.store.table.StringPool;
import traceglass.store.table.Table;

/// Parses `viewcapture`: the views of a window at one point in time.
final class ViewCaptures {

    private static final String ERRORS = "winscope_viewcapture_parse_errors";
    private static final String MISSING = "winscope_viewcapture_missing_interned_string_parse_errors";
    private static final String NO_STRING = "STRING DE-INTERNING ERROR";
    private static final BitSet FIELDS = new BitSet();

    static {
        FIELDS.set(ViewCapture.PACKAGE_NAME_IID_FIELD_NUMBER);
        FIELDS.set(ViewCapture.WINDOW_NAME_IID_FIELD_NUMBER);
    }

    private final WinscopeRows rows;
    private final ImportContext context;
    private final StringPool strings;
    private final ProtoArgs walk;
    private final ProtoCursor views = new ProtoCursor();
    private final List<Interned> interned = new ArrayList<>();

    /// String to which the current message refers by id.
    private record Interned(String key, long iid, int string) {}

    ViewCaptures(WinscopeRows rows) {
        this.rows = rows;
        context = rows.context();
        strings = context.strings();
        walk = new ProtoArgs(context, rows.packets().types());
        resolve("package_name", FrameworksBaseInternedData.VIEWCAPTURE_PACKAGE_NAME_FIELD_NUMBER);
        resolve("window_name", FrameworksBaseInternedData.VIEWCAPTURE_WINDOW_NAME_FIELD_NUMBER);
        resolve("view_id", FrameworksBaseInternedData.VIEWCAPTURE_VIEW_ID_FIELD_NUMBER);
        resolve("class_name", FrameworksBaseInternedData.VIEWCAPTURE_CLASS_NAME_FIELD_NUMBER);
        resolve("content_description", FrameworksBaseInternedData.VIEWCAPTURE_CONTENT_DESCRIPTION_FIELD_NUMBER);
        resolve("text", FrameworksBaseInternedData.VIEWCAPTURE_TEXT_FIELD_NUMBER);
    }

    /// Writes the string in place of its id; if the string is missing, writes a note next to the id.
    private void resolve(String key, int field) {
        int keyId = strings.intern(key);
        walk.override(key + "_iid", (args, iid) -> {
            int string = args.state().internedString(field, iid);
            args.out().addString(keyId, string < 0 ? strings.intern(NO_STRING) : string);
            if (string < 0) {
                context.stats().increment(MISSING);
                return false;
            }
            interned.add(new Interned(key, iid, string));
            return true;
        });
    }

    void parse(long ts, ProtoCursor field, SequenceState state) {
        ViewCapture capture;
        try {
            capture = ViewCapture.parser().parseFrom(field.buffer(), field.offset(), field.length());
        } catch (InvalidProtocolBufferException e) {
            context.stats().increment(ERRORS);
            return;
        }
        Table table = context.storage().table("__intrinsic_viewcapture");
        int snapshot = table.addRow();
        table.longs("ts").set(snapshot, ts);
        int message = rows.storeMessage(field.buffer(), field.offset(), field.length());
        table.longs("base64_proto_id").set(snapshot, message);
        table.ints("arg_set_id").set(snapshot, args(field, "ViewCapture", FIELDS, ts, state, message));
        table.strings("package_name").set(snapshot, internedAs("package_name"));
        table.strings("window_name").set(snapshot, internedAs("window_name"));

        Map<Integer, ViewLayout.ViewPlacement> places = new ViewLayout(rows, capture).placements();
        int index = 0;
        for (views.enter(field); views.seek(ViewCapture.VIEWS_FIELD_NUMBER); ) {
            view(ts, snapshot, capture.getViews(index++), places, state);
        }
    }

    private void view(
            long ts,
            int snapshot,
            ViewCapture.View view,
            Map<Integer, ViewLayout.ViewPlacement> places,
            SequenceState state) {
        Table table = context.storage().table("__intrinsic_viewcapture_view");
        int row = table.addRow();
        ViewLayout.ViewPlacement placement = places.get(view.getId());
        int message = rows.storeMessage(views.buffer(), views.offset(), views.length());
        table.ints("snapshot_id").set(row, snapshot);
        table.longs("base64_proto_id").set(row, message);
        table.longs("node_id").set(row, WinscopeRows.unsigned(view.getId()));
        table.longs("hashcode").set(row, WinscopeRows.unsigned(view.getHashcode()));
        table.longs("parent_id").set(row, WinscopeRows.unsigned(view.getParentId()));
        table.longs("is_visible").set(row, placement != null && placement.isVisible() ? 1 : 0);
        table.ints("trace_rect_id").set(row, placement == null ? IntColumn.NULL : placement.traceRect());
        table.ints("arg_set_id").set(row, args(views, "ViewCapture.View", null, ts, state, message));
        table.strings("view_id").set(row, internedAs("view_id"));
        table.strings("class_name").set(row, internedAs("class_name"));
    }

    private int args(ProtoCursor message, String type, BitSet fields, long ts, SequenceState state, int id) {
        interned.clear();
        ArgSetBuilder b = context.args().builder();
        rows.addArgs(b, walk, message.buffer(), message.offset(), message.length(), type, fields, state, ts, ERRORS);
        Table table = context.storage().table("__intrinsic_viewcapture_interned_data");
        for (Interned i : interned) {
            int row = table.addRow();
            table.longs("base64_proto_id").set(row, id);
            table.strings("flat_key").set(row, strings.intern(i.key + "_iid"));
            table.longs("iid").set(row, i.iid);
            table.strings("deinterned_value").set(row, i.string);
        }
        return context.args().commit(b);
    }

    private int internedAs(String key) {
        int string = StringPool.NULL;
        for (Interned i : interned) {
            string = i.key.equals(key) ? i.string : string;
        }
        return string;
    }
}
