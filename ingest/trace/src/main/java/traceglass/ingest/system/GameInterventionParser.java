package traceglass.ingest.system;

import traceglass.ingest.ImportContext;
import traceglass.ingest.perfetto.packet.Packet;
import traceglass.ingest.perfetto.packet.PacketParser;
import traceglass.ingest.proto.ProtoCursor;
import traceglass.protos.android.AndroidGameInterventionList;
import traceglass.protos.trace.TracePacket;
import traceglass.store.names.StatNames;
import traceglass.store.names.TableNames;
import traceglass.store.table.StringPool;
import traceglass.store.table.Table;

/// Parses `AndroidGameInterventionList`: Android's interventions for games in each game mode.
public final class GameInterventionParser implements PacketParser {

    /// Columns of the game modes, by number.
    private static final String[] MODES = {null, "standard_mode", "perf_mode", "battery_mode"};

    private final ImportContext context;
    private final ProtoCursor cursor = new ProtoCursor();
    private final ProtoCursor game = new ProtoCursor();
    private final ProtoCursor mode = new ProtoCursor();

    public GameInterventionParser(ImportContext context) {
        this.context = context;
    }

    @Override
    public int[] fields() {
        return new int[] {TracePacket.ANDROID_GAME_INTERVENTION_LIST_FIELD_NUMBER};
    }

    @Override
    public void parse(long ts, Packet packet) {
        long readError = 0;
        long parseError = 0;
        for (packet.enter(cursor); cursor.next(); ) {
            switch (cursor.field()) {
                case AndroidGameInterventionList.READ_ERROR_FIELD_NUMBER -> readError = cursor.asLong();
                case AndroidGameInterventionList.PARSE_ERROR_FIELD_NUMBER -> parseError = cursor.asLong();
                case AndroidGameInterventionList.GAME_PACKAGES_FIELD_NUMBER -> readGame();
                default -> {}
            }
        }
        context.stats().set(StatNames.GAME_INTERVENTION_HAS_READ_ERRORS, readError);
        context.stats().set(StatNames.GAME_INTERVENTION_HAS_PARSE_ERRORS, parseError);
    }

    private void readGame() {
        Table table = context.storage().table(TableNames.AndroidGameInterventionList.TABLE);
        int row = table.addRow();
        table.longs(TableNames.AndroidGameInterventionList.UID).set(row, 0);
        table.ints(TableNames.AndroidGameInterventionList.CURRENT_MODE).set(row, 0);
        for (int i = 1; i < MODES.length; i++) {
            table.ints(MODES[i] + "_supported").set(row, 0);
        }
        table.strings(TableNames.AndroidGameInterventionList.PACKAGE_NAME).set(row, StringPool.NULL);
        for (game.enter(cursor); game.next(); ) {
            switch (game.field()) {
                case AndroidGameInterventionList.GamePackageInfo.NAME_FIELD_NUMBER ->
                    table.strings(TableNames.AndroidGameInterventionList.PACKAGE_NAME)
                            .set(row, game.asStringId(context.strings()));
                case AndroidGameInterventionList.GamePackageInfo.UID_FIELD_NUMBER ->
                    table.longs(TableNames.AndroidGameInterventionList.UID).set(row, game.asLong());
                case AndroidGameInterventionList.GamePackageInfo.CURRENT_MODE_FIELD_NUMBER ->
                    table.ints(TableNames.AndroidGameInterventionList.CURRENT_MODE)
                            .set(row, game.asInt());
                case AndroidGameInterventionList.GamePackageInfo.GAME_MODE_INFO_FIELD_NUMBER -> setMode(table, row);
                default -> {}
            }
        }
    }

    private void setMode(Table table, int row) {
        long number = 0;
        int angle = 0;
        double downscale = 0;
        double fps = 0;
        for (mode.enter(game); mode.next(); ) {
            switch (mode.field()) {
                case AndroidGameInterventionList.GameModeInfo.MODE_FIELD_NUMBER -> number = mode.asUint32();
                case AndroidGameInterventionList.GameModeInfo.USE_ANGLE_FIELD_NUMBER -> angle = mode.asBool() ? 1 : 0;
                case AndroidGameInterventionList.GameModeInfo.RESOLUTION_DOWNSCALE_FIELD_NUMBER ->
                    downscale = mode.asDouble();
                case AndroidGameInterventionList.GameModeInfo.FPS_FIELD_NUMBER -> fps = mode.asDouble();
                default -> {}
            }
        }
        if (number < 1 || number >= MODES.length) {
            return;
        }
        String columns = MODES[(int) number];
        table.ints(columns + "_supported").set(row, 1);
        table.doubles(columns + "_downscale").set(row, downscale);
        table.ints(columns + "_use_angle").set(row, angle);
        table.doubles(columns + "_fps").set(row, fps);
    }
}
