package traceglass.ingest.winscope;

import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.Parser;
import java.util.BitSet;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import traceglass.ingest.ImportContext;
import traceglass.ingest.perfetto.packet.Packet;
import traceglass.ingest.tracker.args.ArgSetBuilder;
import traceglass.protos.winscope.DisplayState;
import traceglass.protos.winscope.LayerCreationArgs;
import traceglass.protos.winscope.LayerState;
import traceglass.protos.winscope.TransactionState;
import traceglass.protos.winscope.TransactionStateDecoder;
import traceglass.protos.winscope.TransactionTraceEntry;
import traceglass.protos.winscope.TransactionTraceEntryDecoder;
import traceglass.store.names.StatNames;
import traceglass.store.names.TableNames;
import traceglass.store.table.Table;

/// Parses `surfaceflinger_transactions`: changes of layers and displays by clients, one row per change.
final class SurfaceTransactions {

    private static final String ERRORS = StatNames.WINSCOPE_SF_TRANSACTIONS_PARSE_ERRORS;
    /// Fields of a transaction that are repeated in its changes.
    private static final BitSet SHARED = new BitSet();

    static {
        SHARED.set(TransactionState.APPLY_TOKEN_FIELD_NUMBER);
        SHARED.set(TransactionState.TRANSACTION_BARRIERS_FIELD_NUMBER);
    }

    private final WinscopeRows rows;
    private final ImportContext context;
    private final Map<Long, Integer> layerFlags = new HashMap<>();
    private final Map<Integer, Integer> displayFlags = new HashMap<>();

    SurfaceTransactions(WinscopeRows rows) {
        this.rows = rows;
        context = rows.context();
    }

    void parse(long ts, Packet packet) {
        TransactionTraceEntry message;
        try {
            message = packet.decode(TransactionTraceEntry.parser());
        } catch (InvalidProtocolBufferException e) {
            context.stats().increment(ERRORS);
            return;
        }
        Table table = context.storage().table(TableNames.SurfaceflingerTransactions.TABLE);
        int snapshot = table.addRow();
        table.longs(TableNames.SurfaceflingerTransactions.TS).set(snapshot, ts);
        table.longs(TableNames.SurfaceflingerTransactions.VSYNC_ID).set(snapshot, message.getVsyncId());
        table.longs(TableNames.SurfaceflingerTransactions.BASE64_PROTO_ID)
                .set(snapshot, rows.storeMessage(packet.buffer(), packet.fieldOffset(), packet.fieldLength()));
        table.ints(TableNames.SurfaceflingerTransactions.ARG_SET_ID)
                .set(
                        snapshot,
                        rows.args(
                                packet.buffer(),
                                packet.fieldOffset(),
                                packet.fieldLength(),
                                "TransactionTraceEntry",
                                null,
                                ts,
                                ERRORS));
        try {
            writeChanges(ts, snapshot, packet, message);
        } catch (InvalidProtocolBufferException e) {
            context.stats().increment(ERRORS);
        }
    }

    private void writeChanges(long ts, int snapshot, Packet packet, TransactionTraceEntry message)
            throws InvalidProtocolBufferException {
        TransactionTraceEntryDecoder entry = packet.decode(new TransactionTraceEntryDecoder());
        for (int i = 0; i < entry.transactionsCount(); i++) {
            writeTransaction(ts, snapshot, entry.transactions(i, new TransactionStateDecoder()));
        }
        for (int i = 0; i < entry.addedLayersCount(); i++) {
            WireMessage layer = new WireMessage(entry.buffer(), entry.addedLayersOffset(i), entry.addedLayersLength(i));
            int row = add(snapshot, "LAYER_ADDED", null);
            setLayer(row, parse(layer, LayerCreationArgs.parser()).getLayerId());
            setMessage(row, ts, layer, "LayerCreationArgs", null);
        }
        message.getDestroyedLayersList().forEach(id -> setLayer(add(snapshot, "LAYER_DESTROYED", null), id));
        for (int i = 0; i < entry.addedDisplaysCount(); i++) {
            WireMessage display =
                    new WireMessage(entry.buffer(), entry.addedDisplaysOffset(i), entry.addedDisplaysLength(i));
            writeDisplay(ts, snapshot, "DISPLAY_ADDED", display, null, null);
        }
        message.getRemovedDisplaysList().forEach(id -> setDisplay(add(snapshot, "DISPLAY_REMOVED", null), id));
        message.getDestroyedLayerHandlesList()
                .forEach(id -> setLayer(add(snapshot, "LAYER_HANDLE_DESTROYED", null), id));
    }

    private static <T> T parse(WireMessage message, Parser<T> parser) throws InvalidProtocolBufferException {
        return parser.parseFrom(message.buffer(), message.offset(), message.length());
    }

    private void writeTransaction(long ts, int snapshot, TransactionStateDecoder fields)
            throws InvalidProtocolBufferException {
        WireMessage transaction = WireMessage.of(fields);
        TransactionState state = parse(transaction, TransactionState.parser());
        if (state.getLayerChangesCount() == 0 && state.getDisplayChangesCount() == 0) {
            add(snapshot, "NOOP", state);
            return;
        }
        for (int i = 0; i < fields.layerChangesCount(); i++) {
            WireMessage bytes =
                    new WireMessage(fields.buffer(), fields.layerChangesOffset(i), fields.layerChangesLength(i));
            LayerState change = parse(bytes, LayerState.parser());
            int row = add(snapshot, "LAYER_CHANGED", state);
            setLayer(row, change.getLayerId());
            if (change.hasWhat()) {
                setFlags(row, layerFlags(change.getWhat()));
            }
            setMessage(row, ts, bytes, "LayerState", transaction);
        }
        for (int i = 0; i < fields.displayChangesCount(); i++) {
            WireMessage bytes =
                    new WireMessage(fields.buffer(), fields.displayChangesOffset(i), fields.displayChangesLength(i));
            writeDisplay(ts, snapshot, "DISPLAY_CHANGED", bytes, state, transaction);
        }
    }

    private void writeDisplay(
            long ts,
            int snapshot,
            String type,
            WireMessage display,
            @Nullable TransactionState transaction,
            @Nullable WireMessage transactionBytes)
            throws InvalidProtocolBufferException {
        DisplayState state = parse(display, DisplayState.parser());
        int row = add(snapshot, type, transaction);
        setDisplay(row, state.getId());
        if (state.hasWhat()) {
            setFlags(row, displayFlags(state.getWhat()));
        }
        setMessage(row, ts, display, "DisplayState", transactionBytes);
    }

    private Table table() {
        return context.storage().table(TableNames.SurfaceflingerTransaction.TABLE);
    }

    /// @param transaction transaction to which the change belongs; null if there is none
    private int add(int snapshot, String type, TransactionState transaction) {
        Table table = table();
        int row = table.addRow();
        table.ints(TableNames.SurfaceflingerTransaction.SNAPSHOT_ID).set(row, snapshot);
        table.strings(TableNames.SurfaceflingerTransaction.TRANSACTION_TYPE)
                .set(row, context.strings().intern(type));
        if (transaction != null) {
            table.longs(TableNames.SurfaceflingerTransaction.TRANSACTION_ID).set(row, transaction.getTransactionId());
            table.longs(TableNames.SurfaceflingerTransaction.PID).set(row, WinscopeRows.unsigned(transaction.getPid()));
            table.longs(TableNames.SurfaceflingerTransaction.UID).set(row, WinscopeRows.unsigned(transaction.getUid()));
        }
        return row;
    }

    private void setLayer(int row, int id) {
        table().longs(TableNames.SurfaceflingerTransaction.LAYER_ID).set(row, WinscopeRows.unsigned(id));
    }

    private void setDisplay(int row, int id) {
        table().longs(TableNames.SurfaceflingerTransaction.DISPLAY_ID).set(row, WinscopeRows.unsigned(id));
    }

    private void setFlags(int row, int flags) {
        table().longs(TableNames.SurfaceflingerTransactionFlag.FLAGS_ID).set(row, flags);
    }

    private void setMessage(int row, long ts, WireMessage message, String type, @Nullable WireMessage transaction) {
        table().longs(TableNames.SurfaceflingerTransactions.BASE64_PROTO_ID)
                .set(row, rows.storeMessage(message.buffer(), message.offset(), message.length()));
        ArgSetBuilder b = context.args().builder();
        rows.addArgs(b, message.buffer(), message.offset(), message.length(), type, null, ts, ERRORS);
        if (transaction != null) {
            rows.addArgs(
                    b,
                    transaction.buffer(),
                    transaction.offset(),
                    transaction.length(),
                    "TransactionState",
                    SHARED,
                    ts,
                    ERRORS);
        }
        table().ints(TableNames.SurfaceflingerTransactions.ARG_SET_ID)
                .set(row, context.args().commit(b));
    }

    /// Returns the id of the list of flags for these bits; adds the list if it is new.
    private int layerFlags(long mask) {
        Integer existing = layerFlags.get(mask);
        if (existing != null) {
            return existing;
        }
        int id = layerFlags.size() + displayFlags.size();
        layerFlags.put(mask, id);
        for (LayerState.ChangesLsb change : LayerState.ChangesLsb.values()) {
            if ((mask & change.getNumber() & 0xFFFF_FFFFL) != 0) {
                addFlag(id, change.name());
                if (change == LayerState.ChangesLsb.eShadowRadiusChanged) {
                    // Perfetto lists this flag twice, and queries that count rows rely on this.
                    addFlag(id, change.name());
                }
            }
        }
        for (LayerState.ChangesMsb change : LayerState.ChangesMsb.values()) {
            boolean isListed = change.getNumber() <= LayerState.ChangesMsb.eDropInputModeChanged_VALUE;
            if (isListed && (mask >>> 32 & change.getNumber()) != 0) {
                addFlag(id, change.name());
            }
        }
        return id;
    }

    private int displayFlags(int mask) {
        Integer existing = displayFlags.get(mask);
        if (existing != null) {
            return existing;
        }
        int id = layerFlags.size() + displayFlags.size();
        displayFlags.put(mask, id);
        for (DisplayState.Changes change : DisplayState.Changes.values()) {
            if ((mask & change.getNumber()) != 0) {
                addFlag(id, change.name());
            }
        }
        return id;
    }

    private void addFlag(int id, String name) {
        Table table = context.storage().table(TableNames.SurfaceflingerTransactionFlag.TABLE);
        int row = table.addRow();
        table.longs(TableNames.SurfaceflingerTransactionFlag.FLAGS_ID).set(row, id);
        table.strings(TableNames.SurfaceflingerTransactionFlag.FLAG)
                .set(row, context.strings().intern(name));
    }
}
