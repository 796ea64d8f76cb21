package traceglass.ingest.system;

import java.util.HashMap;
import java.util.Map;
import traceglass.ingest.ImportContext;
import traceglass.ingest.perfetto.packet.InternedMessage;
import traceglass.ingest.perfetto.packet.Packet;
import traceglass.ingest.perfetto.packet.PacketContext;
import traceglass.ingest.perfetto.packet.PacketParser;
import traceglass.ingest.sort.EventSorter;
import traceglass.ingest.tracker.track.TrackCompressor;
import traceglass.ingest.tracker.track.TrackType;
import traceglass.protos.extension.AppWakelockBundleDecoder;
import traceglass.protos.extension.AppWakelockInfoDecoder;
import traceglass.protos.extension.FrameworksBaseInternedData;
import traceglass.protos.extension.FrameworksBaseTracePacket;
import traceglass.store.names.StatNames;
import traceglass.store.table.StringPool;

/// Parses `AppWakelockBundle`: wake locks that apps acquire and release, as async slices. A release is matched to an
/// acquisition only by having equal properties.
public final class AppWakelockParser implements PacketParser {

    private static final TrackType TRACK = TrackCompressor.compressed("app_wakelock_events");

    /// Properties of a wake lock. Missing numbers are null.
    private record Lock(int tag, int flags, Integer ownerPid, Integer ownerUid, Integer workUid) {}

    private final ImportContext context;
    private final EventSorter.Queue events;
    private final Map<Lock, Long> cookies = new HashMap<>();

    public AppWakelockParser(PacketContext packets) {
        context = packets.context();
        events = packets.queue((ts, acquired, lock) -> handleEvent(ts, acquired != 0, (Lock) lock));
    }

    @Override
    public int[] fields() {
        return new int[] {FrameworksBaseTracePacket.APP_WAKELOCK_BUNDLE_FIELD_NUMBER};
    }

    @Override
    public boolean tokenize(long ts, Packet packet) {
        AppWakelockBundleDecoder bundle = packet.decode(new AppWakelockBundleDecoder());
        for (int i = 0; i < Math.min(bundle.internIdCount(), bundle.encodedTsCount()); i++) {
            InternedMessage message = packet.state()
                    .interned(
                            FrameworksBaseInternedData.APP_WAKELOCK_INFO_FIELD_NUMBER,
                            Integer.toUnsignedLong(bundle.internId(i)));
            if (message == null) {
                context.stats().increment(StatNames.APP_WAKELOCK_UNKNOWN_ID);
            } else {
                // The lowest bit is set if the lock is acquired; the other bits are the time since the
                // packet.
                long time = bundle.encodedTs(i);
                events.push(ts + (time >>> 1), time & 1, lock(message));
            }
        }
        if (bundle.hasTruncated(AppWakelockBundleDecoder.INTERN_ID | AppWakelockBundleDecoder.ENCODED_TS)) {
            context.stats().increment(StatNames.APP_WAKELOCK_PARSE_ERROR);
        }
        return true;
    }

    private Lock lock(InternedMessage message) {
        if (message.decoded() instanceof Lock known) {
            return known;
        }
        AppWakelockInfoDecoder info = message.decode(new AppWakelockInfoDecoder());
        Lock lock = new Lock(
                info.tagId(context.strings()),
                info.flags(),
                info.hasOwnerPid() ? info.ownerPid() : null,
                info.hasOwnerUid() ? info.ownerUid() : null,
                info.hasWorkUid() ? info.workUid() : null);
        message.cacheDecoded(lock);
        return lock;
    }

    private void handleEvent(long ts, boolean isAcquired, Lock lock) {
        StringPool strings = context.strings();
        long next = cookies.size();
        long cookie = cookies.computeIfAbsent(lock, l -> next);
        TrackCompressor.Lanes lanes =
                context.compressor().lanes(TRACK, strings.intern("app_wakelock_events"), null, null);
        if (!isAcquired) {
            context.slices().end(ts, lanes.end(cookie), StringPool.NULL, StringPool.NULL, null);
            return;
        }
        context.slices().begin(ts, lanes.begin(cookie), StringPool.NULL, lock.tag(), b -> {
            b.addInt(strings.intern("flags"), lock.flags());
            if (lock.ownerPid() != null) {
                b.addInt(strings.intern("owner_pid"), lock.ownerPid());
            }
            if (lock.ownerUid() != null) {
                b.addInt(strings.intern("owner_uid"), lock.ownerUid());
            }
            if (lock.workUid() != null) {
                b.addInt(strings.intern("work_uid"), lock.workUid());
            }
        });
    }
}
