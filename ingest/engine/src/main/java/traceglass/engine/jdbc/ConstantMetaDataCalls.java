package traceglass.engine.jdbc;

import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.ResultSet;
import java.sql.RowIdLifetime;

/// Methods of [DatabaseMetaData] whose result is the same for all traces.
class ConstantMetaDataCalls {

    String getDatabaseProductName() {
        return "Traceglass";
    }

    String getDatabaseProductVersion() {
        return TraceDriver.MAJOR + "." + TraceDriver.MINOR;
    }

    int getDatabaseMajorVersion() {
        return TraceDriver.MAJOR;
    }

    int getDatabaseMinorVersion() {
        return TraceDriver.MINOR;
    }

    String getDriverName() {
        return "Traceglass JDBC driver";
    }

    String getDriverVersion() {
        return getDatabaseProductVersion();
    }

    int getDriverMajorVersion() {
        return TraceDriver.MAJOR;
    }

    int getDriverMinorVersion() {
        return TraceDriver.MINOR;
    }

    int getJDBCMajorVersion() {
        return 4;
    }

    int getJDBCMinorVersion() {
        return 3;
    }

    boolean isReadOnly() {
        return true;
    }

    String getIdentifierQuoteString() {
        return "\"";
    }

    String getSearchStringEscape() {
        return "\\";
    }

    String getCatalogSeparator() {
        return ".";
    }

    String getSchemaTerm() {
        return "schema";
    }

    String getCatalogTerm() {
        return "catalog";
    }

    String getProcedureTerm() {
        return "procedure";
    }

    boolean isCatalogAtStart() {
        return true;
    }

    boolean supportsMixedCaseQuotedIdentifiers() {
        return false;
    }

    boolean storesMixedCaseIdentifiers() {
        return true;
    }

    boolean storesMixedCaseQuotedIdentifiers() {
        return true;
    }

    boolean supportsColumnAliasing() {
        return true;
    }

    boolean supportsGroupBy() {
        return true;
    }

    boolean supportsOuterJoins() {
        return true;
    }

    boolean supportsFullOuterJoins() {
        return true;
    }

    boolean supportsUnion() {
        return true;
    }

    boolean supportsUnionAll() {
        return true;
    }

    boolean supportsSubqueriesInExists() {
        return true;
    }

    boolean supportsSubqueriesInIns() {
        return true;
    }

    boolean supportsSubqueriesInComparisons() {
        return true;
    }

    boolean supportsCorrelatedSubqueries() {
        return true;
    }

    boolean supportsOrderByUnrelated() {
        return true;
    }

    boolean supportsResultSetType(int type) {
        return type == ResultSet.TYPE_FORWARD_ONLY;
    }

    boolean supportsResultSetConcurrency(int type, int concurrency) {
        return type == ResultSet.TYPE_FORWARD_ONLY && concurrency == ResultSet.CONCUR_READ_ONLY;
    }

    int getResultSetHoldability() {
        return ResultSet.HOLD_CURSORS_OVER_COMMIT;
    }

    int getDefaultTransactionIsolation() {
        return Connection.TRANSACTION_NONE;
    }

    int getSQLStateType() {
        return DatabaseMetaData.sqlStateSQL;
    }

    RowIdLifetime getRowIdLifetime() {
        return RowIdLifetime.ROWID_UNSUPPORTED;
    }

    String getSQLKeywords() {
        return "INCLUDE,PERFETTO,MODULE,MACRO,GLOB";
    }

    String getNumericFunctions() {
        return "abs,ceil,exp,floor,ln,log,log10,max,min,mod,pow,power,round,sign,sqrt";
    }

    String getStringFunctions() {
        return "char,concat,format,glob,hex,instr,length,like,lower,ltrim,printf,quote,replace,rtrim,substr,substring,"
                + "trim,unhex,unicode,upper";
    }

    String getSystemFunctions() {
        return "coalesce,hash,ifnull,iif,nullif,typeof";
    }

    String getTimeDateFunctions() {
        return "abs_time_str,date,datetime,julianday,strftime,time,to_realtime,trace_dur,trace_end,trace_start,"
                + "unixepoch";
    }

    boolean supportsSchemasInDataManipulation() {
        return true;
    }

    boolean supportsSubqueriesInQuantifieds() {
        return true;
    }

    boolean supportsTableCorrelationNames() {
        return true;
    }

    boolean supportsExpressionsInOrderBy() {
        return true;
    }

    boolean supportsGroupByUnrelated() {
        return true;
    }

    boolean supportsLimitedOuterJoins() {
        return true;
    }

    boolean supportsNonNullableColumns() {
        return true;
    }

    boolean supportsMultipleOpenResults() {
        return false;
    }

    boolean nullPlusNonNullIsNull() {
        return true;
    }

    boolean nullsAreSortedLow() {
        return true;
    }
}
