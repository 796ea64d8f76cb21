package traceglass.engine.jdbc;

import java.sql.ParameterMetaData;
import java.sql.SQLException;
import java.sql.Types;

/// Methods of [ParameterMetaData]. Every parameter takes values of any type.
final class ParameterCalls {

    private final int count;

    ParameterCalls(int count) {
        this.count = count;
    }

    private void check(int index) throws SQLException {
        if (index < 1 || index > count) {
            throw new SQLException("There is no parameter " + index + "; the statement has " + count);
        }
    }

    int getParameterCount() {
        return count;
    }

    int isNullable(int index) throws SQLException {
        check(index);
        return ParameterMetaData.parameterNullable;
    }

    boolean isSigned(int index) throws SQLException {
        check(index);
        return true;
    }

    int getPrecision(int index) throws SQLException {
        check(index);
        return 0;
    }

    int getScale(int index) throws SQLException {
        check(index);
        return 0;
    }

    int getParameterType(int index) throws SQLException {
        check(index);
        return Types.OTHER;
    }

    String getParameterTypeName(int index) throws SQLException {
        check(index);
        return "ANY";
    }

    String getParameterClassName(int index) throws SQLException {
        check(index);
        return Object.class.getName();
    }

    int getParameterMode(int index) throws SQLException {
        check(index);
        return ParameterMetaData.parameterModeIn;
    }
}
