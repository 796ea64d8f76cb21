package traceglass.sql.result;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.Test;

class ResultColumnTest {

    @Test
    void everyTypeOfTheDatabaseIsReadWithoutLoss() {
        for (String whole : List.of("TINYINT", "SMALLINT", "INTEGER", "BIGINT", "UTINYINT", "USMALLINT", "UINTEGER")) {
            assertEquals(ResultColumn.Type.LONG, ResultColumn.typeOf(whole), whole);
        }
        for (String wide : List.of("HUGEINT", "UHUGEINT", "UBIGINT")) {
            assertEquals(ResultColumn.Type.HUGE, ResultColumn.typeOf(wide), wide);
        }
        for (String real : List.of("FLOAT", "DOUBLE", "DECIMAL(18,3)")) {
            assertEquals(ResultColumn.Type.DOUBLE, ResultColumn.typeOf(real), real);
        }
        assertEquals(ResultColumn.Type.BOOLEAN, ResultColumn.typeOf("BOOLEAN"));
        assertEquals(ResultColumn.Type.TEXT, ResultColumn.typeOf("VARCHAR"));
        assertEquals(ResultColumn.Type.TEXT, ResultColumn.typeOf("ENUM('a', 'b')"));
        assertEquals(ResultColumn.Type.BLOB, ResultColumn.typeOf("BLOB"));
        assertEquals(ResultColumn.Type.OTHER, ResultColumn.typeOf("INTEGER[]"));
    }
}
