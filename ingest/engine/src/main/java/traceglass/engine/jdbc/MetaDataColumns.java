package traceglass.engine.jdbc;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import traceglass.engine.QueryColumn;

/// Columns of the results of `DatabaseMetaData`, as in its documentation. Columns marked with `#` are numbers.
final class MetaDataColumns {

    static final String TABLES = "TABLE_CAT TABLE_SCHEM TABLE_NAME TABLE_TYPE REMARKS TYPE_CAT TYPE_SCHEM TYPE_NAME"
            + " SELF_REFERENCING_COL_NAME REF_GENERATION";
    static final String COLUMNS = "TABLE_CAT TABLE_SCHEM TABLE_NAME COLUMN_NAME DATA_TYPE# TYPE_NAME COLUMN_SIZE#"
            + " BUFFER_LENGTH# DECIMAL_DIGITS# NUM_PREC_RADIX# NULLABLE# REMARKS COLUMN_DEF SQL_DATA_TYPE#"
            + " SQL_DATETIME_SUB# CHAR_OCTET_LENGTH# ORDINAL_POSITION# IS_NULLABLE SCOPE_CATALOG SCOPE_SCHEMA"
            + " SCOPE_TABLE SOURCE_DATA_TYPE# IS_AUTOINCREMENT IS_GENERATEDCOLUMN";
    static final String PRIMARY_KEYS = "TABLE_CAT TABLE_SCHEM TABLE_NAME COLUMN_NAME KEY_SEQ# PK_NAME";
    static final String FOREIGN_KEYS = "PKTABLE_CAT PKTABLE_SCHEM PKTABLE_NAME PKCOLUMN_NAME FKTABLE_CAT FKTABLE_SCHEM"
            + " FKTABLE_NAME FKCOLUMN_NAME KEY_SEQ# UPDATE_RULE# DELETE_RULE# FK_NAME PK_NAME DEFERRABILITY#";
    static final String TYPES = "TYPE_NAME DATA_TYPE# PRECISION# LITERAL_PREFIX LITERAL_SUFFIX CREATE_PARAMS NULLABLE#"
            + " CASE_SENSITIVE# SEARCHABLE# UNSIGNED_ATTRIBUTE# FIXED_PREC_SCALE# AUTO_INCREMENT# LOCAL_TYPE_NAME"
            + " MINIMUM_SCALE# MAXIMUM_SCALE# SQL_DATA_TYPE# SQL_DATETIME_SUB# NUM_PREC_RADIX#";

    /// Columns of results that are always empty here, by method.
    private static final Map<String, String> EMPTY = Map.ofEntries(
            Map.entry(
                    "getProcedures",
                    "PROCEDURE_CAT PROCEDURE_SCHEM PROCEDURE_NAME RESERVED_1 RESERVED_2 RESERVED_3 REMARKS"
                            + " PROCEDURE_TYPE# SPECIFIC_NAME"),
            Map.entry(
                    "getProcedureColumns",
                    "PROCEDURE_CAT PROCEDURE_SCHEM PROCEDURE_NAME COLUMN_NAME COLUMN_TYPE# DATA_TYPE# TYPE_NAME"
                            + " PRECISION# LENGTH# SCALE# RADIX# NULLABLE# REMARKS COLUMN_DEF SQL_DATA_TYPE#"
                            + " SQL_DATETIME_SUB# CHAR_OCTET_LENGTH# ORDINAL_POSITION# IS_NULLABLE SPECIFIC_NAME"),
            Map.entry("getFunctions", "FUNCTION_CAT FUNCTION_SCHEM FUNCTION_NAME REMARKS FUNCTION_TYPE# SPECIFIC_NAME"),
            Map.entry(
                    "getFunctionColumns",
                    "FUNCTION_CAT FUNCTION_SCHEM FUNCTION_NAME COLUMN_NAME COLUMN_TYPE# DATA_TYPE# TYPE_NAME PRECISION#"
                            + " LENGTH# SCALE# RADIX# NULLABLE# REMARKS CHAR_OCTET_LENGTH# ORDINAL_POSITION#"
                            + " IS_NULLABLE SPECIFIC_NAME"),
            Map.entry(
                    "getIndexInfo",
                    "TABLE_CAT TABLE_SCHEM TABLE_NAME NON_UNIQUE# INDEX_QUALIFIER INDEX_NAME TYPE# ORDINAL_POSITION#"
                            + " COLUMN_NAME ASC_OR_DESC CARDINALITY# PAGES# FILTER_CONDITION"),
            Map.entry(
                    "getBestRowIdentifier",
                    "SCOPE# COLUMN_NAME DATA_TYPE# TYPE_NAME COLUMN_SIZE# BUFFER_LENGTH# DECIMAL_DIGITS#"
                            + " PSEUDO_COLUMN#"),
            Map.entry(
                    "getVersionColumns",
                    "SCOPE# COLUMN_NAME DATA_TYPE# TYPE_NAME COLUMN_SIZE# BUFFER_LENGTH# DECIMAL_DIGITS#"
                            + " PSEUDO_COLUMN#"),
            Map.entry(
                    "getColumnPrivileges",
                    "TABLE_CAT TABLE_SCHEM TABLE_NAME COLUMN_NAME GRANTOR GRANTEE PRIVILEGE IS_GRANTABLE"),
            Map.entry("getTablePrivileges", "TABLE_CAT TABLE_SCHEM TABLE_NAME GRANTOR GRANTEE PRIVILEGE IS_GRANTABLE"),
            Map.entry("getUDTs", "TYPE_CAT TYPE_SCHEM TYPE_NAME CLASS_NAME DATA_TYPE# REMARKS BASE_TYPE#"),
            Map.entry("getSuperTypes", "TYPE_CAT TYPE_SCHEM TYPE_NAME SUPERTYPE_CAT SUPERTYPE_SCHEM SUPERTYPE_NAME"),
            Map.entry("getSuperTables", "TABLE_CAT TABLE_SCHEM TABLE_NAME SUPERTABLE_NAME"),
            Map.entry(
                    "getAttributes",
                    "TYPE_CAT TYPE_SCHEM TYPE_NAME ATTR_NAME DATA_TYPE# ATTR_TYPE_NAME ATTR_SIZE# DECIMAL_DIGITS#"
                            + " NUM_PREC_RADIX# NULLABLE# REMARKS ATTR_DEF SQL_DATA_TYPE# SQL_DATETIME_SUB#"
                            + " CHAR_OCTET_LENGTH# ORDINAL_POSITION# IS_NULLABLE SCOPE_CATALOG SCOPE_SCHEMA"
                            + " SCOPE_TABLE SOURCE_DATA_TYPE#"),
            Map.entry("getClientInfoProperties", "NAME MAX_LEN# DEFAULT_VALUE DESCRIPTION"),
            Map.entry(
                    "getPseudoColumns",
                    "TABLE_CAT TABLE_SCHEM TABLE_NAME COLUMN_NAME DATA_TYPE# COLUMN_SIZE# DECIMAL_DIGITS#"
                            + " NUM_PREC_RADIX# COLUMN_USAGE REMARKS CHAR_OCTET_LENGTH# IS_NULLABLE"));

    private MetaDataColumns() {}

    static List<QueryColumn> columns(String names) {
        return Arrays.stream(names.split(" "))
                .map(n -> n.endsWith("#")
                        ? new QueryColumn(n.substring(0, n.length() - 1), QueryColumn.Type.INTEGER)
                        : new QueryColumn(n, QueryColumn.Type.TEXT))
                .toList();
    }

    /// Returns the columns of a method whose result is empty.
    static List<QueryColumn> ofEmpty(String method) {
        return columns(EMPTY.getOrDefault(method, "NAME"));
    }
}
