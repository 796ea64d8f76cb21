package traceglass.ingest.winscope;

import com.google.protobuf.InvalidProtocolBufferException;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import traceglass.ingest.ImportContext;
import traceglass.ingest.perfetto.args.ProtoArgs;
import traceglass.ingest.perfetto.packet.SequenceState;
import traceglass.ingest.tracker.args.ArgSetBuilder;
import traceglass.protos.extension.FrameworksBaseInternedData;
import traceglass.protos.winscope.ViewCapture;
import traceglass.protos.winscope.ViewCaptureDecoder;
import traceglass.store.names.StatNames;
import traceglass.store.names.TableNames;
import traceglass.store.table.IntColumn;
import traceglass.store.table.StringPool;
import traceglass.store.table.Table;

/// Parses `viewcapture`: the views of a window at one point in time.
final class ViewCaptures {

    private static final String ERRORS = StatNames.WINSCOPE_VIEWCAPTURE_PARSE_ERRORS;
    private static final String MISSING = StatNames.WINSCOPE_VIEWCAPTURE_MISSING_INTERNED_STRING_PARSE_ERRORS;
    private static final String NO_STRING = "STRING DE-INTERNING ERROR";
    private static final BitSet FIELDS = new BitSet();

    static {
        FIELDS.set(ViewCapture.PACKAGE_NAME_IID_FIELD_NUMBER);
        FIELDS.set(ViewCapture.WINDOW_NAME_IID_FIELD_NUMBER);
    }

    private final WinscopeRows rows;
    private final ImportContext context;
    private final StringPool strings;
    private final ProtoArgs protoArgs;
    private final List<Interned> interned = new ArrayList<>();

    /// String to which the current message refers by id.
    private record Interned(String key, long iid, int string) {}

    ViewCaptures(WinscopeRows rows) {
        this.rows = rows;
        context = rows.context();
        strings = context.strings();
        protoArgs = new ProtoArgs(context, rows.packets().types());
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
        protoArgs.override(key + "_iid", (args, iid) -> {
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

    void parse(long ts, WireMessage field, SequenceState state) {
        ViewCapture capture;
        try {
            capture = ViewCapture.parser().parseFrom(field.buffer(), field.offset(), field.length());
        } catch (InvalidProtocolBufferException e) {
            context.stats().increment(ERRORS);
            return;
        }
        Table table = context.storage().table(TableNames.Viewcapture.TABLE);
        int snapshot = table.addRow();
        table.longs(TableNames.Viewcapture.TS).set(snapshot, ts);
        int message = rows.storeMessage(field.buffer(), field.offset(), field.length());
        table.longs(TableNames.Viewcapture.BASE64_PROTO_ID).set(snapshot, message);
        table.ints(TableNames.Viewcapture.ARG_SET_ID)
                .set(snapshot, args(field, "ViewCapture", FIELDS, ts, state, message));
        table.strings(TableNames.Viewcapture.PACKAGE_NAME).set(snapshot, internedAs("package_name"));
        table.strings(TableNames.Viewcapture.WINDOW_NAME).set(snapshot, internedAs("window_name"));

        Map<Integer, ViewLayout.ViewPlacement> placements = new ViewLayout(rows, capture).placements();
        ViewCaptureDecoder views = new ViewCaptureDecoder();
        views.decode(field.buffer(), field.offset(), field.length());
        for (int i = 0; i < views.viewsCount(); i++) {
            WireMessage bytes = new WireMessage(views.buffer(), views.viewsOffset(i), views.viewsLength(i));
            writeView(ts, bytes, snapshot, capture.getViews(i), placements, state);
        }
    }

    private void writeView(
            long ts,
            WireMessage bytes,
            int snapshot,
            ViewCapture.View view,
            Map<Integer, ViewLayout.ViewPlacement> placements,
            SequenceState state) {
        Table table = context.storage().table(TableNames.ViewcaptureView.TABLE);
        int row = table.addRow();
        ViewLayout.ViewPlacement placement = placements.get(view.getId());
        int message = rows.storeMessage(bytes.buffer(), bytes.offset(), bytes.length());
        table.ints(TableNames.ViewcaptureView.SNAPSHOT_ID).set(row, snapshot);
        table.longs(TableNames.ViewcaptureView.BASE64_PROTO_ID).set(row, message);
        table.longs(TableNames.ViewcaptureView.NODE_ID).set(row, WinscopeRows.unsigned(view.getId()));
        table.longs(TableNames.ViewcaptureView.HASHCODE).set(row, WinscopeRows.unsigned(view.getHashcode()));
        table.longs(TableNames.ViewcaptureView.PARENT_ID).set(row, WinscopeRows.unsigned(view.getParentId()));
        table.longs(TableNames.ViewcaptureView.IS_VISIBLE).set(row, placement != null && placement.isVisible() ? 1 : 0);
        table.ints(TableNames.ViewcaptureView.TRACE_RECT_ID)
                .set(row, placement == null ? IntColumn.NULL : placement.traceRect());
        table.ints(TableNames.ViewcaptureView.ARG_SET_ID)
                .set(row, args(bytes, "ViewCapture.View", null, ts, state, message));
        table.strings(TableNames.ViewcaptureView.VIEW_ID).set(row, internedAs("view_id"));
        table.strings(TableNames.ViewcaptureView.CLASS_NAME).set(row, internedAs("class_name"));
    }

    private int args(WireMessage message, String type, BitSet fields, long ts, SequenceState state, int id) {
        interned.clear();
        ArgSetBuilder b = context.args().builder();
        rows.addArgs(
                b, protoArgs, message.buffer(), message.offset(), message.length(), type, fields, state, ts, ERRORS);
        Table table = context.storage().table(TableNames.ViewcaptureInternedData.TABLE);
        for (Interned i : interned) {
            int row = table.addRow();
            table.longs(TableNames.ViewcaptureInternedData.BASE64_PROTO_ID).set(row, id);
            table.strings(TableNames.ViewcaptureInternedData.FLAT_KEY).set(row, strings.intern(i.key + "_iid"));
            table.longs(TableNames.ViewcaptureInternedData.IID).set(row, i.iid);
            table.strings(TableNames.ViewcaptureInternedData.DEINTERNED_VALUE).set(row, i.string);
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
