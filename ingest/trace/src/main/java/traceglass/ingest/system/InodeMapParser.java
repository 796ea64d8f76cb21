package traceglass.ingest.system;

import com.google.protobuf.InvalidProtocolBufferException;
import traceglass.ingest.ImportContext;
import traceglass.ingest.perfetto.packet.Packet;
import traceglass.ingest.perfetto.packet.PacketParser;
import traceglass.protos.system.InodeFileMap;
import traceglass.protos.trace.TracePacket;
import traceglass.store.names.StatNames;
import traceglass.store.names.TableNames;
import traceglass.store.table.StringPool;
import traceglass.store.table.Table;

/// Parses `InodeFileMap`: paths of the inode numbers used in file system events. A file with several paths gets a row
/// for each. These packets have no time.
public final class InodeMapParser implements PacketParser {

    private final ImportContext context;

    public InodeMapParser(ImportContext context) {
        this.context = context;
    }

    @Override
    public int[] fields() {
        return new int[] {TracePacket.INODE_FILE_MAP_FIELD_NUMBER};
    }

    @Override
    public boolean tokenize(long ts, Packet packet) {
        try {
            add(packet.decode(InodeFileMap.parser()));
        } catch (InvalidProtocolBufferException e) {
            context.logs().recordAtTime(StatNames.TOKENIZER_SKIPPED_PACKETS, ts, null);
        }
        return true;
    }

    private void add(InodeFileMap map) {
        StringPool strings = context.strings();
        int mountPoint = map.getMountPointsCount() > 0 ? strings.intern(map.getMountPoints(0)) : StringPool.NULL;
        Table table = context.storage().table(TableNames.InodeFile.TABLE);
        for (InodeFileMap.Entry entry : map.getEntriesList()) {
            int type = strings.intern(entry.getType().name());
            for (String path : entry.getPathsList()) {
                int row = table.addRow();
                table.longs(TableNames.InodeFile.BLOCK_DEVICE_ID).set(row, map.getBlockDeviceId());
                table.strings(TableNames.InodeFile.MOUNT_POINT).set(row, mountPoint);
                table.longs(TableNames.InodeFile.INODE_NUMBER).set(row, entry.getInodeNumber());
                table.strings(TableNames.InodeFile.TYPE).set(row, type);
                table.strings(TableNames.InodeFile.PATH).set(row, strings.intern(path));
            }
        }
    }
}
