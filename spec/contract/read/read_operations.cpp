// Reads the operations of an OpenAPI document.

#include "spec/base/text.hpp"
#include "spec/contract/reading.hpp"
#include "spec/http/message.hpp"
#include "spec/json/access.hpp"
#include "spec/json/pointer.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <set>

namespace plumbline::reading {
namespace {

constexpr std::array<std::string_view, 8> kMethods{
    "get", "put", "post", "delete", "options", "head", "patch", "trace"};

/// Keywords of a request without a Rule.
constexpr std::array<std::string_view, 4> kKeywordsWithoutRule{
    "x-additional", "x-null-means", "x-applies-to-sources", "x-do-not-use"};

/// Returns whether `key` is `200`, `4XX` or `default`.
bool is_status_key(std::string_view key) {
    const bool is_class = key.ends_with("XX");
    return key == "default" ||
           (key.size() == 3 && key[0] >= '1' && key[0] <= '5' &&
            (is_class || key.find_first_not_of("0123456789") == std::string_view::npos));
}

/// Returns a class of statuses as OpenAPI writes it, 4XX; other documents also have 4xx.
std::string upper_case_class(std::string key) {
    if (key.ends_with("xx")) key.replace(key.size() - 2, 2, "XX");
    return key;
}

std::string upper_case(std::string text) {
    std::transform(text.begin(), text.end(), text.begin(), [](char c) {
        return c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
    });
    return text;
}

/// The id of an operation that has none of its own.
std::string id_by_path(const Operation& operation) {
    return operation.method + ' ' + operation.path.text();
}

/// Reads one operation; returns the first Error.
class OperationReader {
  public:
    OperationReader(const Document& document, std::string source, bool with_rules)
        : document_(document), source_(std::move(source)), with_rules_(with_rules) {}

    Result<Operation> read(const std::string& path,
                           const OpenApiNode& item,
                           const OpenApiNode& given,
                           std::string method) {
        // Documents of many files have operations in files of their own.
        const auto resolved = resolve_object(document_, given);
        if (!resolved) return fail(resolved.error());
        const OpenApiNode& node = *resolved;
        operation_ = {};
        operation_.source = source_;
        operation_.where = document_.where(node.pointer);
        operation_.method = std::move(method);
        auto path_template = http::PathTemplate::parse(path);
        if (!path_template) {
            Error& error = path_template.error();
            if (error.where.file.empty()) error.where = document_.where(item.pointer);
            return fail(std::move(error));
        }
        operation_.path = std::move(*path_template);
        operation_.id = string_or(*node.value, "operationId", id_by_path(operation_));
        operation_.kind = string_or(*node.value, "x-operation-kind", "");
        operation_.requirements = strings_or_empty(*node.value, "x-requirements");
        operation_.path_requirements = strings_or_empty(*item.value, "x-path-requirements");
        operation_.message_requirements =
            strings_or_empty(*document_.root, "x-message-requirements");
        operation_.server_url = read_server_url(node.has("servers") ? node : item);
        read_resource(node);
        const Json* security = member(*node.value, "security");
        if (!security) security = member(*document_.root, "security");
        operation_.needs_credentials = requires_credentials(security);
        for (auto step : {&OperationReader::read_history_rules,
                          &OperationReader::read_statuses,
                          &OperationReader::read_parameters,
                          &OperationReader::read_body,
                          &OperationReader::read_responses}) {
            auto done = (this->*step)(item, node);
            if (!done) return fail(done.error());
        }
        return std::move(operation_);
    }

  private:
    /// Returns whether requests need credentials: an alternative without a scheme, {}, allows
    /// requests without any.
    static bool requires_credentials(const Json* security) {
        if (!security || !security->is_array() || security->empty()) return false;
        return std::none_of(
            security->begin(), security->end(), [](const Json& one) { return one.empty(); });
    }

    void read_resource(const OpenApiNode& node) {
        const Json* resource = member(*node.value, "x-resource");
        if (!resource) return;
        operation_.resource = Resource{string_or(*resource, "type", ""),
                                       string_or(*resource, "id", ""),
                                       string_or(*resource, "parent", ""),
                                       string_or(*resource, "items", ""),
                                       string_or(*resource, "name", "")};
    }

    Result<void> read_history_rules(const OpenApiNode&, const OpenApiNode& node) {
        if (!with_rules_) return {};
        return read_history(document_, node, "", operation_.history);
    }

    Result<void> read_statuses(const OpenApiNode&, const OpenApiNode& node) {
        auto statuses = read_violation_statuses(document_, node);
        if (!statuses) return fail(statuses.error());
        operation_.violation_statuses = std::move(*statuses);
        return {};
    }

    Result<void> read_parameters(const OpenApiNode& item, const OpenApiNode& node) {
        auto parameters =
            reading::read_parameters(document_, {&node, &item}, operation_.path, leave_out_);
        if (!parameters) return fail(parameters.error());
        operation_.parameters = std::move(*parameters);
        // Foreign documents may omit parameters that only their own tools need.
        return with_rules_ ? check_path_parameters(operation_) : Result<void>{};
    }

    Result<std::vector<MediaType>> read_content(const OpenApiNode& owner) {
        std::vector<MediaType> result;
        if (!owner.has("content")) return result;
        const auto content = resolve_object(document_, owner.child("content"));
        if (!content) {
            auto left_out = leave_out_(content.error());
            if (!left_out) return fail(left_out.error());
            return result;
        }
        for (const auto& [media_type, given] : content->members()) {
            auto entry = read_media_type_object(media_type, given);
            if (!entry) {
                auto left_out = leave_out_(entry.error());
                if (!left_out) return fail(left_out.error());
                // Bodies of the type are expected, but not judged.
                entry = MediaType{http::media_type(media_type), ""};
            }
            entry->key = media_type;
            result.push_back(std::move(*entry));
        }
        return result;
    }

    Result<MediaType> read_media_type_object(const std::string& media_type,
                                             const OpenApiNode& given) const {
        const auto entry = resolve_object(document_, given);
        if (!entry) return fail(entry.error());
        auto stream = with_rules_ ? read_stream(document_, *entry) : std::nullopt;
        if (!stream) return fail(stream.error());
        auto items = read_items(document_, *entry, http::media_type(media_type));
        if (!items) return fail(items.error());
        return MediaType{http::media_type(media_type),
                         entry->has("schema") ? entry->pointer + "/schema" : "",
                         std::move(*stream),
                         std::move(*items),
                         "",
                         entry->pointer};
    }

    Result<void> read_body(const OpenApiNode&, const OpenApiNode& node) {
        if (!node.has("requestBody")) return {};
        auto body = resolve_object(document_, node.child("requestBody"));
        if (!body) {
            operation_.body.emplace();
            return leave_out_(body.error());
        }
        auto contents = read_content(*body);
        if (!contents) return fail(contents.error());
        operation_.body = RequestBody{bool_or(*body->value, "required", false),
                                      std::move(*contents),
                                      strings_or_empty(*body->value, "x-requirements")};
        for (const MediaType& content : operation_.body->content) {
            auto done = visit_properties(
                content.schema_pointer, [&](const SchemaProperty& property) -> Result<void> {
                    if (!property.pointer.empty()) operation_.request_fields.add(property.pointer);
                    read_requirements(property);
                    return read_rules(document_, property, operation_.rules);
                });
            if (!done) return done;
        }
        return {};
    }

    void read_requirements(const SchemaProperty& property) {
        const auto add = [&](const Json& owner, std::string_view member) {
            for (std::string& id : strings_or_empty(owner, member))
                operation_.request_requirements.push_back({property.pointer, std::move(id)});
        };
        for (const OpenApiNode& schema : property.schemas) {
            add(*schema.value, "x-requirements");
            for (const std::string_view keyword : kKeywordsWithoutRule) {
                if (schema.has(keyword)) add(*schema.child(keyword).value, "requirements");
            }
        }
    }

    Result<void> read_responses(const OpenApiNode&, const OpenApiNode& node) {
        if (!node.has("responses")) return {};
        const auto responses = resolve_object(document_, node.child("responses"));
        if (!responses) return leave_out_(responses.error());
        for (const auto& [key, given] : responses->members()) {
            if (key.starts_with("x-")) continue;
            auto read = read_status(with_rules_ ? key : upper_case_class(key), given);
            if (!read) return read;
        }
        return {};
    }

    Result<void> read_status(const std::string& status, const OpenApiNode& given) {
        if (!is_status_key(status)) {
            const auto invalid = invalid_node(
                document_,
                given,
                "a response is for a status (200), a class of them (4XX) or default, not for \"" +
                    status + '"');
            return leave_out_(invalid.value());
        }
        const auto one = resolve_object(document_, given);
        if (one) return read_response(status, *one);
        if (!with_rules_) operation_.responses.emplace_back().status = status;
        return leave_out_(one.error());
    }

    Result<void> read_response(const std::string& status, const OpenApiNode& node) {
        DeclaredResponse response;
        response.status = status;
        auto contents = read_content(node);
        if (!contents) return fail(contents.error());
        response.content = std::move(*contents);
        response.basis = basis_or(*node.value, "x-basis", Basis::kStated);
        response.requirements = strings_or_empty(*node.value, "x-requirements");
        response.content_requirements = strings_or_empty(*node.value, "x-content-requirements");
        std::set<std::string> ids;
        for (const MediaType& content : response.content) {
            auto done = visit_properties(
                content.schema_pointer, [&](const SchemaProperty& property) -> Result<void> {
                    add_requirements(property, ids);
                    return status[0] == '2' ? read_response_property(property) : Result<void>{};
                });
            if (!done) return done;
            if (content.stream && with_rules_)
                done = check_stream(*content.stream, operation_, ids);
            if (!done) return done;
        }
        auto headers = read_headers(document_, node, response, leave_out_);
        if (!headers) return headers;
        response.schema_requirements.assign(ids.begin(), ids.end());
        operation_.responses.push_back(std::move(response));
        return {};
    }

    /// Reads a property of a success response: its field and its history rules.
    Result<void> read_response_property(const SchemaProperty& property) {
        for (const OpenApiNode& schema : property.schemas) {
            auto stated = read_history(document_, schema, property.pointer, operation_.history);
            if (!stated) return stated;
            auto named =
                read_accepted_names(document_, schema, property.pointer, operation_.accepted_names);
            if (!named) return named;
        }
        if (!property.pointer.empty()) read_field(property);
        return {};
    }

    void read_field(const SchemaProperty& property) {
        operation_.record_fields.add(property.pointer);
        for (const OpenApiNode& schema : property.schemas) {
            const std::string format = string_or(*schema.value, "format", "");
            if (!format.empty()) operation_.record_formats.emplace(property.pointer, format);
        }
    }

    Result<void> visit_properties(const std::string& pointer,
                                  const std::function<Result<void>(const SchemaProperty&)>& visit) {
        if (pointer.empty() || !with_rules_) return {};
        return for_each_property(
            document_, {find(*document_.root, std::string_view(pointer)), pointer}, visit);
    }

    const Document& document_;
    std::string source_;
    bool with_rules_;
    Operation operation_;
    UnreadPartSink leave_out_ = [this](Error error) -> Result<void> {
        if (with_rules_) return fail(std::move(error));
        operation_.unjudged.push_back(std::move(error));
        return {};
    };
};

/// Collects the operations of a document, path by path.
class OperationCollector {
  public:
    OperationCollector(const Document& document, const std::string& source, bool with_rules)
        : document_(document),
          is_open_api_3_2_(string_or(*document.root, "openapi", "").starts_with("3.2.")),
          with_rules_(with_rules),
          reader_(document, source, with_rules) {}

    Result<void> read_path(const std::string& path, const OpenApiNode& given) {
        const auto item = resolve_object(document_, given);
        if (!item) return skip_or_fail({"", "", path, item.error()});
        for (const std::string_view method : kMethods) {
            if (!item->has(method)) continue;
            auto read = read_operation(path,
                                       *item,
                                       item->child(method),
                                       upper_case(std::string(method)),
                                       std::string(method));
            if (!read) return read;
        }
        return is_open_api_3_2_ ? read_other_methods(path, *item) : Result<void>{};
    }

    [[nodiscard]] OperationReadResult take() { return std::move(found_); }

  private:
    /// Reads the operations that OpenAPI 3.2 adds: `query`, and methods by their own names.
    Result<void> read_other_methods(const std::string& path, const OpenApiNode& item) {
        if (item.has("query")) {
            auto read = read_operation(path, item, item.child("query"), "QUERY", "query");
            if (!read) return read;
        }
        for (const auto& [method, node] : item.members("additionalOperations")) {
            // RFC 9110, section 9.1: names of methods are case-sensitive.
            auto read = read_operation(path, item, node, method, "additionalOperations/" + method);
            if (!read) return read;
        }
        return {};
    }

    Result<void> read_operation(const std::string& path,
                                const OpenApiNode& item,
                                const OpenApiNode& node,
                                const std::string& method,
                                std::string member) {
        auto operation = reader_.read(path, item, node, method);
        if (!operation)
            return skip_or_fail({string_or(*node.value, "operationId", ""),
                                 std::move(member),
                                 path,
                                 operation.error()});
        operation->member = std::move(member);
        if (!ids_.insert(operation->id).second) {
            Error error{ErrorCode::kInvalid,
                        "the operationId " + operation->id + " is used twice",
                        operation->where,
                        {}};
            if (with_rules_) return fail(std::move(error));
            error.notes = {"name the operation by an operationPath"};
            drop_ambiguous_id(operation->id, std::move(error));
            operation->id = id_by_path(*operation);
        }
        found_.operations.push_back(std::move(*operation));
        return {};
    }

    /// The id names no operation any more: those that have it are found by their paths.
    void drop_ambiguous_id(const std::string& id, Error error) {
        for (Operation& one : found_.operations) {
            if (one.id == id) one.id = id_by_path(one);
        }
        found_.unreadable.push_back({id, "", "", std::move(error)});
    }

    /// Our own documents must be readable completely; of others, the rest is used.
    Result<void> skip_or_fail(UnreadableOperation operation) {
        if (with_rules_) return fail(std::move(operation.error));
        found_.unreadable.push_back(std::move(operation));
        return {};
    }

    const Document& document_;
    bool is_open_api_3_2_;
    bool with_rules_;
    OperationReader reader_;
    OperationReadResult found_;
    std::set<std::string> ids_;
};

}  // namespace

Result<OperationReadResult> read_operations(const Document& document,
                                            const std::string& source,
                                            bool with_rules) {
    const OpenApiNode root{document.root.get(), ""};
    if (!root.has("paths")) return OperationReadResult{};
    const auto paths = resolve_object(document, root.child("paths"));
    if (!paths) return fail(paths.error());
    OperationCollector collector(document, source, with_rules);
    for (const auto& [path, node] : paths->members()) {
        if (path.starts_with("x-")) continue;
        auto read = collector.read_path(path, node);
        if (!read) return fail(read.error());
    }
    OperationReadResult found = collector.take();
    for (const auto check :
         {check_rule_references, check_history_references, check_accepted_names}) {
        const auto checked = check(found.operations);
        if (!checked) return fail(checked.error());
    }
    return found;
}

Result<OperationReadResult> read_path_item(const Document& document,
                                           const std::string& source,
                                           const OpenApiNode& item) {
    OperationCollector collector(document, source, false);
    const auto read = collector.read_path("/", item);
    if (!read) return fail(read.error());
    return collector.take();
}

}  // namespace plumbline::reading
