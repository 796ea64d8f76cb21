package traceglass.sql.types;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import org.junit.jupiter.api.Test;

class DuckTypeTest {

    @Test
    void readsAndWritesDuckDbsNames() {
        for (String name : new String[] {
            "BIGINT",
            "DECIMAL(18,3)",
            "VARCHAR[][]",
            "STRUCT(a INTEGER, \"b c\" VARCHAR[])",
            "MAP(VARCHAR, STRUCT(x DOUBLE))",
            "TIMESTAMP WITH TIME ZONE",
            "ENUM('a', 'b,)')",
            "INTEGER[3]",
            "\"NULL\""
        }) {
            assertEquals(name, DuckType.ofDuckDbName(name).toString());
        }
        assertEquals(
                DuckType.VARCHAR,
                DuckType.ofDuckDbName("STRUCT(a INTEGER, b VARCHAR)").field("B"));
    }

    @Test
    void parsesSynonymsOfTypeNames() {
        assertEquals(DuckType.INTEGER, DuckType.parse("int"));
        assertEquals(DuckType.VARCHAR, DuckType.parse("Text"));
        assertEquals(DuckType.UNKNOWN, DuckType.parse("my_type"));
    }

    @Test
    void literalsAdoptTheTypeOfTheValuesTheyAreCombinedWith() {
        DuckType one = DuckType.integerLiteral(32);
        assertEquals(DuckType.BIGINT, OperatorTypes.common(one, DuckType.BIGINT));
        assertEquals(one, OperatorTypes.common(one, DuckType.NULL));
        assertEquals(DuckType.BIGINT, OperatorTypes.arithmetic(one, DuckType.integerLiteral(64)));
        assertEquals(DuckType.INTEGER, OperatorTypes.common(DuckType.STRING_LITERAL, DuckType.INTEGER));
    }

    @Test
    void numbersAndTextHaveNoCommonType() {
        assertNull(OperatorTypes.common(DuckType.VARCHAR, DuckType.INTEGER));
        assertNull(OperatorTypes.common(DuckType.BOOLEAN, DuckType.DOUBLE));
        assertEquals(DuckType.UNKNOWN, OperatorTypes.common(DuckType.VARCHAR, DuckType.UNKNOWN));
    }
}
