package traceglass.service.core.packet;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import traceglass.protos.trace.TestEvent;
import traceglass.protos.trace.TracePacket;
import traceglass.service.core.peer.PeerIdentity;

class PacketCheckTest {

    private static final TracePacket PACKET = TracePacket.newBuilder()
            .setForTesting(TestEvent.newBuilder().setStr("text"))
            .setPreviousPacketDropped(257)
            .build();

    @Test
    void rejectsDamagedPacketsAndFieldsThatOnlyTheServiceMaySet() {
        assertTrue(PacketCheck.isValid(PACKET.toByteArray()));
        assertFalse(
                PacketCheck.isValid(PACKET.toBuilder().setTrustedUid(0).build().toByteArray()));
        assertFalse(
                PacketCheck.isValid(PACKET.toBuilder().setMachineId(3).build().toByteArray()));
        assertFalse(PacketCheck.isValid(new byte[] {0x0A}));
        assertFalse(PacketCheck.isValid(new byte[] {0x0A, 5, 1}));
        assertFalse(PacketCheck.isValid(new byte[] {0x0B}), "groups don't exist");
        assertFalse(PacketCheck.isValid(new byte[] {-1, -1, -1, -1, -1, -1}));
    }

    @Test
    void appendsTheIdentityOfTheProducerAndKeepsItsLossFlag() throws Exception {
        byte[] bytes = PACKET.toByteArray();
        TracePacket kept = TracePacket.parseFrom(PacketCheck.withTrusted(bytes, PeerIdentity.local(-2, 11), 3, 0));
        assertEquals(-2, kept.getTrustedUid());
        assertEquals(11, kept.getTrustedPid());
        assertEquals(3, kept.getTrustedPacketSequenceId());
        assertEquals(257, kept.getPreviousPacketDropped());
        TracePacket marked = TracePacket.parseFrom(PacketCheck.withTrusted(bytes, PeerIdentity.local(-2, 0), 3, 3));
        assertEquals(3, marked.getPreviousPacketDropped());
        assertFalse(marked.hasTrustedPid());
    }
}
