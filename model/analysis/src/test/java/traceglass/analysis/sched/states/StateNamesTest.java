package traceglass.analysis.sched.states;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import org.junit.jupiter.api.Test;

class StateNamesTest {

    @Test
    void reportsUseTheStateNamesOfTheTimeline() throws SQLException {
        int count = 0;
        try (Connection c = DriverManager.getConnection("jdbc:duckdb:");
                Statement s = c.createStatement();
                ResultSet r = s.executeQuery("SELECT state, io_wait, " + StateNames.SQL
                        + " FROM (SELECT unnest(['Running', 'R', 'R+', 'S', 'S+', 'D', 'DK', 'T', 't', 'X', 'x', 'Z',"
                        + " 'I', 'K', 'W', 'P', 'N', 'Created', NULL]) AS state), (SELECT unnest([NULL, 0, 1]) AS"
                        + " io_wait) WHERE io_wait IS NULL OR state = 'D'")) {
            while (r.next()) {
                String io = r.getString(2);
                assertEquals(ThreadStateLabels.of(r.getString(1), io == null ? null : io.equals("1")), r.getString(3));
                count++;
            }
        }
        assertEquals(21, count);
    }
}
