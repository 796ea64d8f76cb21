package traceglass.ingest.system;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import traceglass.ingest.ImportContext;
import traceglass.ingest.perfetto.packet.Packet;
import traceglass.ingest.perfetto.packet.PacketParser;
import traceglass.ingest.proto.ProtoCursor;
import traceglass.protos.android.AndroidUserList;
import traceglass.protos.android.PackagesList;
import traceglass.protos.trace.TracePacket;
import traceglass.store.names.StatNames;
import traceglass.store.names.TableNames;
import traceglass.store.table.StringPool;
import traceglass.store.table.Table;

/// Parses `PackagesList` and `AndroidUserList`: packages installed on the device and its users. These packets have no
/// time.
public final class PackageListParser implements PacketParser {

    private final ImportContext context;
    private final ProtoCursor cursor = new ProtoCursor();
    private final ProtoCursor item = new ProtoCursor();
    private final Set<Integer> packages = new HashSet<>();
    private final Map<Long, Integer> userRows = new HashMap<>();

    public PackageListParser(ImportContext context) {
        this.context = context;
    }

    @Override
    public int[] fields() {
        return new int[] {TracePacket.PACKAGES_LIST_FIELD_NUMBER, TracePacket.USER_LIST_FIELD_NUMBER};
    }

    @Override
    public boolean tokenize(long ts, Packet packet) {
        packet.enter(cursor);
        if (packet.field() == TracePacket.PACKAGES_LIST_FIELD_NUMBER) {
            readPackages();
        } else {
            readUsers();
        }
        return true;
    }

    private void readPackages() {
        long readError = 0;
        long parseError = 0;
        while (cursor.next()) {
            switch (cursor.field()) {
                case PackagesList.READ_ERROR_FIELD_NUMBER -> readError = cursor.asLong();
                case PackagesList.PARSE_ERROR_FIELD_NUMBER -> parseError = cursor.asLong();
                case PackagesList.PACKAGES_FIELD_NUMBER -> readPackage();
                default -> {}
            }
        }
        context.stats().set(StatNames.PACKAGES_LIST_HAS_READ_ERRORS, readError);
        context.stats().set(StatNames.PACKAGES_LIST_HAS_PARSE_ERRORS, parseError);
    }

    private void readPackage() {
        int name = StringPool.NULL;
        long uid = 0;
        int debuggable = 0;
        int profileable = 0;
        long version = 0;
        for (item.enter(cursor); item.next(); ) {
            switch (item.field()) {
                case PackagesList.PackageInfo.NAME_FIELD_NUMBER -> name = item.asStringId(context.strings());
                case PackagesList.PackageInfo.UID_FIELD_NUMBER -> uid = item.asLong();
                case PackagesList.PackageInfo.DEBUGGABLE_FIELD_NUMBER -> debuggable = item.asBool() ? 1 : 0;
                case PackagesList.PackageInfo.PROFILEABLE_FROM_SHELL_FIELD_NUMBER ->
                    profileable = item.asBool() ? 1 : 0;
                case PackagesList.PackageInfo.VERSION_CODE_FIELD_NUMBER -> version = item.asLong();
                default -> {}
            }
        }
        // Several data sources write the package list.
        if (packages.add(name)) {
            Table table = context.storage().table(TableNames.PackageList.TABLE);
            int row = table.addRow();
            table.strings(TableNames.PackageList.PACKAGE_NAME).set(row, name);
            table.longs(TableNames.PackageList.UID).set(row, uid);
            table.ints(TableNames.PackageList.DEBUGGABLE).set(row, debuggable);
            table.ints(TableNames.PackageList.PROFILEABLE_FROM_SHELL).set(row, profileable);
            table.longs(TableNames.PackageList.VERSION_CODE).set(row, version);
        }
    }

    private void readUsers() {
        while (cursor.next()) {
            if (cursor.field() == AndroidUserList.ERROR_FIELD_NUMBER && cursor.asInt() < 0) {
                context.stats().increment(StatNames.USER_LIST_ERRORS);
            } else if (cursor.field() == AndroidUserList.USERS_FIELD_NUMBER) {
                int type = StringPool.NULL;
                long uid = 0;
                for (item.enter(cursor); item.next(); ) {
                    if (item.field() == AndroidUserList.UserInfo.TYPE_FIELD_NUMBER) {
                        type = item.asStringId(context.strings());
                    } else if (item.field() == AndroidUserList.UserInfo.UID_FIELD_NUMBER) {
                        uid = item.asInt();
                    }
                }
                Table table = context.storage().table(TableNames.AndroidUserList.TABLE);
                int row = userRows.computeIfAbsent(uid, u -> table.addRow());
                table.strings(TableNames.AndroidUserList.TYPE).set(row, type);
                table.longs(TableNames.AndroidUserList.ANDROID_USER_ID).set(row, uid);
            }
        }
    }
}
