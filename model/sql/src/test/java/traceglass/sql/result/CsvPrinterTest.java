package traceglass.sql.result;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Locale;
import java.util.Random;
import org.junit.jupiter.api.Test;
import traceglass.sql.session.SyntheticSession;

class CsvPrinterTest {

    @Test
    void printsEveryKindOfValue() throws Exception {
        try (SyntheticSession session = new SyntheticSession()) {
            assertEquals(
                    "\"i\",\"n\",\"d\",\"s\",\"t\",\"b\",\"big\"\n"
                            + "-5,\"[NULL]\",1.500000,\"a\"b,é\",1,\"AB\",170141183460469231731687303715884105727\n",
                    session.print("select -5 i, null n, 1.5 d, 'a\"b,é' s, 1=1 t, x'4142' b,"
                            + " 170141183460469231731687303715884105727::hugeint big"));
            assertEquals(
                    "nan,inf,-inf,-0.000000",
                    session.rows("select 'nan'::double, 'inf'::double, '-inf'::double, -0.0::double"));
            assertEquals("", session.print("select 1 as suppress_query_output"));
        }
    }

    @Test
    void roundsDoublesLikePrintf() throws Exception {
        Random random = new Random(7);
        try (SyntheticSession session = new SyntheticSession()) {
            StringBuilder values = new StringBuilder();
            StringBuilder expected = new StringBuilder();
            for (int i = 0; i < 2000; i++) {
                double value = switch (i % 4) {
                    case 0 -> random.nextDouble() * 1000 - 500;
                    case 1 -> random.nextInt(1_000_000) / 1e6 + 0.0000005;
                    case 2 -> Math.pow(10, random.nextInt(36) - 18) * random.nextGaussian();
                    default -> random.nextLong(1L << 40) / 64.0;
                };
                values.append(i == 0 ? "" : ", ")
                        .append('(')
                        .append(i)
                        .append(", ")
                        .append(value)
                        .append("::double)");
                expected.append(new java.math.BigDecimal(value)
                                .setScale(6, java.math.RoundingMode.HALF_EVEN)
                                .toPlainString()
                                .replaceFirst("^0\\.000000$", value < 0 ? "-0.000000" : "0.000000"))
                        .append('\n');
            }
            assertEquals(
                    expected.toString().strip(),
                    session.rows("select v from (values " + values.toString().toLowerCase(Locale.ROOT)
                            + ") t(i, v) order by i"));
        }
    }
}
