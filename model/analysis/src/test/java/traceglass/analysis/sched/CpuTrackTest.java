package traceglass.analysis.sched;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.Test;
import traceglass.analysis.track.Owner;
import traceglass.analysis.track.RowKey;

class CpuTrackTest {

    @Test
    void theCpuOfAnotherMachineHasItsOwnNumberAndUniqueRows() {
        CpuTrack track = new CpuTrack(4097, 1);
        assertEquals(Owner.cpu(4097, 1), track.owner());
        assertEquals(List.of(new RowKey("sched", "ucpu", 4097)), track.rows());
        assertEquals(
                "SELECT * FROM sched WHERE ucpu = 4097 ORDER BY ts",
                track.query().text());
    }
}
