#pragma once
// The API as the documents describe it: a typed, immutable model for all programs.

#include "spec/base/result.hpp"
#include "spec/contract/ledger.hpp"
#include "spec/contract/model/basis.hpp"
#include "spec/contract/model/body_fields.hpp"
#include "spec/contract/model/history_rule.hpp"
#include "spec/contract/model/item_contract.hpp"
#include "spec/contract/model/rule_list.hpp"
#include "spec/contract/model/stream_contract.hpp"
#include "spec/http/path_template.hpp"
#include "spec/json/document.hpp"
#include "spec/schema/schema.hpp"

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace plumbline {

/// Where a request carries a parameter. kQueryString is the whole query string; OpenAPI 3.0 and 3.1
/// have no such location.
enum class ParameterLocation { kPath, kQuery, kHeader, kCookie, kQueryString };
/// Returns the value of `in` in documents.
[[nodiscard]] std::string_view to_text(ParameterLocation location);

struct Parameter {
    std::string name;
    ParameterLocation location = ParameterLocation::kQuery;
    bool required = false;
    std::string style;  ///< OpenAPI style; the default of its location if the document has none
    bool explode = false;
    bool allow_reserved = false;  ///< query only: reserved characters in values are not escaped
    std::string schema_pointer;   ///< "" if the parameter has no schema
    std::vector<std::string> requirements;  ///< ledger ids (x-requirements)
    /// The media type of a parameter that has `content` instead of a style, otherwise "".
    std::string media_type{};
};

/// One media type of a body and the schema of its content.
struct MediaType {
    std::string name;            ///< a media type or range, lower case, without parameters
    std::string schema_pointer;  ///< "" if any content is allowed
    std::optional<StreamContract> stream{};  ///< set if the response is a stream of events
    std::optional<ItemContract> items{};     ///< set by itemSchema, or an x-stream of items
    std::string key{};      ///< as the document writes it: `application/json; charset=utf-8`
    std::string pointer{};  ///< of its Media Type Object

    [[nodiscard]] bool is_range() const { return name.find('*') != std::string::npos; }
};

/// Returns the entry of `content` that describes a Content-Type ("" if there is none): the most
/// specific one, null if none matches. Source: OpenAPI 3.1, "Response Object", `content`.
[[nodiscard]] const MediaType* find_content(const std::vector<MediaType>& content,
                                            std::string_view content_type);

struct RequestBody {
    bool required = false;
    std::vector<MediaType> content;
    std::vector<std::string>
        requirements;  ///< verified if a valid body is accepted (x-requirements)
};

/// A response header whose value is checked.
struct DeclaredHeader {
    enum class HeaderValueType {
        kScalar,  ///< a string, number or boolean
        kList,
        kObject,
        kJson,  ///< JSON text (`content: {application/json: ...}`)
    };
    std::string name;
    HeaderValueType value_type = HeaderValueType::kScalar;
    std::string schema_pointer;  ///< "" if any value is allowed
    bool explode = false;        ///< of objects: `a=1,b=2` instead of `a,1,b,2`
};

/// A response that an operation declares. `status` is `200`, `4XX` or `default`.
struct DeclaredResponse {
    std::string status;
    std::vector<MediaType> content;
    std::vector<std::string> required_headers;
    std::vector<DeclaredHeader> headers{};  ///< those whose schema tells their type
    /// Ledger ids that its status verifies (x-requirements).
    std::vector<std::string> requirements;
    /// Ledger ids that the type and the syntax of its body verify (x-content-requirements).
    std::vector<std::string> content_requirements{};
    std::vector<std::string> schema_requirements;  ///< ledger ids in its schemas and x-stream
    Basis basis = Basis::kStated;
};

/// A requirement on a field of a request body: from the x-requirements of its schemas, and from
/// those `x-` keywords for which there is no type of Rule.
struct FieldRequirement {
    /// Pointer of the field, `/source_config/repo_url`; "" for the whole body.
    std::string pointer;
    std::string id;  ///< id in the ledger
};

/// The statuses of a response to a request that violates a rule or schema (x-violation-status).
struct ViolationStatus {
    std::vector<int> values;  ///< accepted statuses; the mock sends the first one
    Basis basis = Basis::kAssumed;
    std::string rule_kind;  ///< the kind of rule to which they apply; empty for all others
};

/// Other names that a member of a response may have (x-accepted-names).
struct AcceptedNames {
    std::string pointer;             ///< pointer of the member in the response, `/resources/*/id`
    std::vector<std::string> names;  ///< the first one that a response has counts
    std::vector<std::string> requirements;  ///< verified if a response has one (x-requirements)
    SourceRef where;
};

/// The resource that an operation works on (x-resource).
struct Resource {
    std::string type;    ///< e.g. `deployment`
    std::string id;      ///< pointer of the record's id in the response, e.g. `/id`
    std::string parent;  ///< path parameter of the parent record's id, "" if there is none
    std::string items;   ///< pointer of the array in a list response, "" for single records
    std::string name;    ///< pointer of the name that the creator chooses, "" if it has none
};

/// One operation of one document.
struct Operation {
    std::string id;
    std::string source;  ///< name of its ApiDocument
    std::string method;  ///< upper case; an additional operation's as the document has it
    /// Where it is in its path item: `get`, `additionalOperations/COPY`.
    std::string member{};
    http::PathTemplate path;
    std::string
        kind;  ///< x-operation-kind: create, list, read, patch, delete, action, stream, "" if none
    std::optional<Resource> resource;
    std::vector<Parameter> parameters;
    std::optional<RequestBody> body;
    std::vector<DeclaredResponse> responses;
    std::vector<ViolationStatus> violation_statuses;
    RuleList rules;  ///< rules of the request body's schema; those of a field before its members'
    std::vector<HistoryRule> history;  ///< rules across exchanges, of the operation and of its
                                       ///< success responses (x-history and others)
    BodyFields request_fields;         ///< all properties of the request body
    std::vector<FieldRequirement> request_requirements;  ///< in the same order as rules
    BodyFields record_fields;                            ///< all properties of the success response
    std::map<std::string, std::string>
        record_formats;  ///< pointer → `format`, of fields with a format
    std::vector<AcceptedNames>
        accepted_names;              ///< names of members of the success response, outermost first
    bool needs_credentials = false;  ///< `security` applies, and none of its alternatives is {}
    std::vector<std::string> requirements;  ///< ledger ids of the operation (x-requirements)
    /// Ledger ids about its path and its access (x-path-requirements). A success verifies them; an
    /// error does not violate them, since it may have another cause.
    std::vector<std::string> path_requirements{};
    /// Ledger ids that the bytes of each response verify (x-message-requirements of the document).
    std::vector<std::string> message_requirements{};
    /// The URL of the first entry of its own or its path's `servers`; "" if it has none.
    std::string server_url{};
    /// What of a foreign document cannot be read or judged: parameters, headers, responses, media
    /// types.
    std::vector<Error> unjudged{};
    SourceRef where;

    /// Returns the declared response of `status`: the exact one, else that of its class (4XX), else
    /// the default; null if there is none.
    [[nodiscard]] const DeclaredResponse* response_for(int status) const;
    /// Returns the stream that a response is declared to be; null if none is.
    [[nodiscard]] const StreamContract* stream() const;
    /// Returns the response statuses for a violated rule of `rule_kind` ("" for a schema
    /// violation); 422 if the document has none.
    [[nodiscard]] const ViolationStatus& violation_status(std::string_view rule_kind) const;
    /// Converts the pointer of a field in the response (`/resources/*/status`) into its pointer in
    /// the record (`/status`): removes the prefix of a list response.
    [[nodiscard]] std::string record_pointer(const std::string& pointer) const;
    /// Returns the path parameter of the record's own id, "" if the path has none.
    [[nodiscard]] std::string record_parameter() const;
};

/// Returns the URL of a Server Object with the defaults of its variables; "" if a variable is
/// missing. It may be relative.
[[nodiscard]] std::string server_url_of(const Json& server);

/// An operation, or all operations of a path, of a foreign document that cannot be read.
struct UnreadableOperation {
    std::string id;      ///< "" for a path
    std::string method;  ///< Operation::member
    std::string path;
    Error error;
};

/// Options of loading an API document.
struct ApiOptions {
    SchemaStrictness strictness = SchemaStrictness::kTolerant;
    std::vector<std::string> x_names;  ///< x- keywords allowed in schemas (closed documents)
    /// The schemas have been checked before; they are not checked again until they are used.
    bool has_checked_schemas = false;
};

class RequirementTables;
class RequestSchemas;

/// Whether a schema judges requests or responses.
enum class MessageDirection { kRequest, kResponse };

/// One OpenAPI document: its operations and its schemas, which are compiled on first use.
/// Thread-safe after loading.
class ApiDocument {
  public:
    /// Reads the operations; in a closed document, checks every schema without compiling it.
    /// Errors: kInvalid, kNotFound, kUnsupported, kLimit; each with file:line:column.
    [[nodiscard]] static Result<std::shared_ptr<const ApiDocument>> load(std::string name,
                                                                         Document document,
                                                                         ApiOptions options = {});
    ApiDocument(const ApiDocument&) = delete;
    ApiDocument& operator=(const ApiDocument&) = delete;
    ~ApiDocument();

    [[nodiscard]] const std::string& name() const { return name_; }
    [[nodiscard]] const Document& document() const { return document_; }
    [[nodiscard]] const std::vector<Operation>& operations() const { return operations_; }
    [[nodiscard]] const Operation* find_operation(std::string_view id) const;
    /// Returns the operations that are missing in operations(); empty for a closed document.
    [[nodiscard]] const std::vector<UnreadableOperation>& unreadable_operations() const {
        return unreadable_;
    }
    /// Returns the URL of the first entry of the document's `servers`, "" if there is none.
    [[nodiscard]] const std::string& server_url() const { return server_url_; }
    /// Returns whether the document is foreign (SchemaStrictness::kTolerant). In a foreign document
    /// a schema that we cannot evaluate is not an error; responses are not checked against it.
    [[nodiscard]] bool is_foreign() const { return is_foreign_; }
    /// Returns the compiled schema at a pointer, valid as long as the document. Of a foreign
    /// document, properties that are `writeOnly` are not required in responses, those that are
    /// `readOnly` not in requests. Errors: as SchemaCompiler::compile.
    [[nodiscard]] const Result<Schema>& schema(
        std::string_view pointer, MessageDirection direction = MessageDirection::kResponse) const;
    /// Returns the requirements (x-requirements) of the part of the document at `pointer`. If it
    /// has none, those of the nearest part that contains it, but not outside the part at `root`.
    [[nodiscard]] std::vector<std::string> requirements_at(std::string_view pointer,
                                                           std::string_view root = "") const;
    /// Returns the requirements (x-requirements) of the schema at `pointer` and of those of its
    /// parts that evaluate `value` or a value in it, sorted. Absent members, null, an empty list
    /// and branches that do not match show nothing, so their requirements are not returned.
    [[nodiscard]] std::vector<std::string> applied_requirements(std::string_view pointer,
                                                                const Json& value) const;

  private:
    ApiDocument(std::string name,
                Document document,
                std::unique_ptr<const RequestSchemas> request_schemas,
                ApiOptions options);
    [[nodiscard]] Result<void> check_schemas() const;

    std::string name_;
    Document document_;
    bool is_foreign_;
    SchemaCompiler compiler_;
    std::unique_ptr<const RequestSchemas> request_schemas_;  ///< null if they are the same
    std::string server_url_;
    std::vector<Operation> operations_;
    std::vector<UnreadableOperation> unreadable_;
    std::unique_ptr<RequirementTables> requirement_tables_;
};

/// The document of the mock's control interface, which is not part of the described API.
inline constexpr std::string_view kControlDocument = "mock_control";

/// All our documents. Thread-safe: immutable.
struct Contract {
    std::vector<std::shared_ptr<const ApiDocument>> documents;

    [[nodiscard]] const Operation* find_operation(std::string_view id) const;
    [[nodiscard]] const ApiDocument* find_document(std::string_view name) const;
};

/// Loads our embedded documents, or those in `folder`, in closed mode: every unknown keyword is an
/// error. Errors: as ApiDocument::load.
[[nodiscard]] Result<std::shared_ptr<const Contract>> load_contract(const std::string& folder = "");
/// Loads one of the embedded documents by its name. Errors: kNotFound.
[[nodiscard]] Result<std::shared_ptr<const ApiDocument>> load_built_in_document(
    std::string_view name);

}  // namespace plumbline
