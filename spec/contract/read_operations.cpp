// The operations of an OpenAPI document.

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

/// Keywords that say something of a request and that no Rule stands for.
constexpr std::array<std::string_view, 4> kNoRules{
    "x-additional", "x-null-means", "x-applies-to-sources", "x-do-not-use"};

/// `200`, `4XX`, `default`
bool is_status_key(std::string_view key) {
    const bool is_class = key.ends_with("XX");
    return key == "default" ||
           (key.size() == 3 && key[0] >= '1' && key[0] <= '5' &&
            (is_class || key.find_first_not_of("0123456789") == std::string_view::npos));
}

/// Reads one operation, piece by piece; the first Error wins.
class OperationReader {
  public:
    OperationReader(const Document& document, std::string source, bool with_rules)
        : document_(document), source_(std::move(source)), with_rules_(with_rules) {}

    Result<Operation> read(const std::string& path, const Place& item, const Place& given) {
        const auto is_object = object_at(document_, given);
        if (!is_object) return fail(is_object.error());
        const Place& place = *is_object;
        operation_ = {};
        operation_.source = source_;
        operation_.where = document_.where(place.pointer);
        operation_.method = method_of(place.pointer);
        auto path_template = http::PathTemplate::parse(path);
        if (!path_template) return fail(at(path_template.error(), item.pointer));
        operation_.path = std::move(*path_template);
        operation_.id = string_or(*place.node, "operationId", operation_.method + ' ' + path);
        operation_.kind = string_or(*place.node, "x-operation-kind", "");
        operation_.requirements = strings_or_empty(*place.node, "x-requirements");
        read_resource(place);
        const Json* security = member(*place.node, "security");
        if (!security) security = member(*document_.root, "security");
        operation_.needs_credentials = asks_for_credentials(security);
        for (auto step : {&OperationReader::read_statements,
                          &OperationReader::read_statuses,
                          &OperationReader::read_parameters,
                          &OperationReader::read_body,
                          &OperationReader::read_responses}) {
            auto done = (this->*step)(item, place);
            if (!done) return fail(done.error());
        }
        return std::move(operation_);
    }

  private:
    static std::string method_of(const std::string& pointer) {
        std::string method = pointer.substr(pointer.rfind('/') + 1);
        std::transform(method.begin(), method.end(), method.begin(), [](char c) {
            return c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
        });
        return method;
    }

    /// An alternative without a scheme, {}, lets everybody in.
    static bool asks_for_credentials(const Json* security) {
        if (!security || !security->is_array() || security->empty()) return false;
        return std::none_of(
            security->begin(), security->end(), [](const Json& one) { return one.empty(); });
    }

    Error at(Error error, const std::string& pointer) const {
        if (error.where.file.empty()) error.where = document_.where(pointer);
        return error;
    }

    void read_resource(const Place& place) {
        const Json* resource = member(*place.node, "x-resource");
        if (!resource) return;
        operation_.resource = Resource{string_or(*resource, "type", ""),
                                       string_or(*resource, "id", ""),
                                       string_or(*resource, "parent", ""),
                                       string_or(*resource, "items", ""),
                                       string_or(*resource, "name", "")};
    }

    Result<void> read_statements(const Place&, const Place& place) {
        if (!with_rules_) return {};
        return read_history(document_, place, "", operation_.history);
    }

    Result<void> read_statuses(const Place&, const Place& place) {
        auto statuses = read_violation_statuses(document_, place);
        if (!statuses) return fail(statuses.error());
        operation_.violation_statuses = std::move(*statuses);
        return {};
    }

    Result<void> read_parameters(const Place& item, const Place& place) {
        auto parameters = reading::read_parameters(document_, {&place, &item}, operation_.path);
        if (!parameters) return fail(parameters.error());
        operation_.parameters = std::move(*parameters);
        // A foreign document may leave out what only its own tools need.
        return with_rules_ ? check_path_parameters(operation_) : Result<void>{};
    }

    Result<std::vector<Content>> read_content(const Place& owner) const {
        std::vector<Content> result;
        if (!owner.has("content")) return result;
        const auto content = object_at(document_, owner.child("content"));
        if (!content) return fail(content.error());
        for (const auto& [media_type, value] : content->node->items()) {
            const auto entry = object_at(document_, content->child(media_type));
            if (!entry) return fail(entry.error());
            auto stream = with_rules_ ? read_stream(document_, *entry) : std::nullopt;
            if (!stream) return fail(stream.error());
            result.push_back({to_lower(media_type),
                              entry->has("schema") ? entry->pointer + "/schema" : "",
                              std::move(*stream)});
        }
        return result;
    }

    Result<void> read_body(const Place&, const Place& place) {
        if (!place.has("requestBody")) return {};
        auto body = resolved_object(document_, place.child("requestBody"));
        if (!body) return fail(body.error());
        auto contents = read_content(*body);
        if (!contents) return fail(contents.error());
        operation_.body = RequestBody{bool_or(*body->node, "required", false),
                                      std::move(*contents),
                                      strings_or_empty(*body->node, "x-requirements")};
        for (const Content& content : operation_.body->content) {
            auto done = walk(content.schema_pointer, [&](const Property& property) -> Result<void> {
                if (!property.pointer.empty()) operation_.request_fields.add(property.pointer);
                read_requirements(property);
                return read_rules(document_, property, operation_.rules);
            });
            if (!done) return done;
        }
        return {};
    }

    void read_requirements(const Property& property) {
        const auto add = [&](const Json& owner, std::string_view member) {
            for (std::string& id : strings_or_empty(owner, member))
                operation_.request_requirements.push_back({property.pointer, std::move(id)});
        };
        for (const Place& schema : property.schemas) {
            add(*schema.node, "x-requirements");
            for (const std::string_view keyword : kNoRules) {
                if (schema.has(keyword)) add(*schema.child(keyword).node, "requirements");
            }
        }
    }

    Result<void> read_responses(const Place&, const Place& place) {
        if (!place.has("responses")) return {};
        const auto responses = object_at(document_, place.child("responses"));
        if (!responses) return fail(responses.error());
        for (const auto& [status, value] : responses->node->items()) {
            if (status.starts_with("x-")) continue;
            if (!is_status_key(status)) {
                return fail(ErrorCode::kInvalid,
                            "a response is for a status (200), a class of them (4XX) or default, "
                            "not for \"" +
                                status + '"',
                            document_.where(responses->child(status).pointer));
            }
            auto one = resolved_object(document_, responses->child(status));
            if (!one) return fail(one.error());
            auto read = read_response(status, *one);
            if (!read) return read;
        }
        return {};
    }

    Result<void> read_response(const std::string& status, const Place& place) {
        DeclaredResponse response;
        response.status = status;
        auto contents = read_content(place);
        if (!contents) return fail(contents.error());
        response.content = std::move(*contents);
        response.basis =
            parse_basis(string_or(*place.node, "x-basis", "stated")).value_or(Basis::kStated);
        response.requirements = strings_or_empty(*place.node, "x-requirements");
        std::set<std::string> ids;
        for (const Content& content : response.content) {
            auto done = walk(content.schema_pointer, [&](const Property& property) -> Result<void> {
                add_requirements(property, ids);
                return status[0] == '2' ? read_shown(property) : Result<void>{};
            });
            if (!done) return done;
            if (content.stream && with_rules_)
                done = check_stream(document_, *content.stream, operation_, ids);
            if (!done) return done;
        }
        auto headers = read_headers(document_, place, response);
        if (!headers) return headers;
        response.schema_requirements.assign(ids.begin(), ids.end());
        operation_.responses.push_back(std::move(response));
        return {};
    }

    /// Reads what a successful answer says of records: their fields and what holds over time.
    Result<void> read_shown(const Property& property) {
        for (const Place& schema : property.schemas) {
            auto stated = read_history(document_, schema, property.pointer, operation_.history);
            if (!stated) return stated;
            auto named =
                read_accepted_names(document_, schema, property.pointer, operation_.accepted_names);
            if (!named) return named;
        }
        if (!property.pointer.empty()) read_field(property);
        return {};
    }

    void read_field(const Property& property) {
        operation_.record_fields.add(property.pointer);
        for (const Place& schema : property.schemas) {
            const std::string format = string_or(*schema.node, "format", "");
            if (!format.empty()) operation_.record_formats.emplace(property.pointer, format);
        }
    }

    Result<void> walk(const std::string& pointer,
                      const std::function<Result<void>(const Property&)>& visit) {
        if (pointer.empty() || !with_rules_) return {};
        return for_each_property(
            document_, {find(*document_.root, std::string_view(pointer)), pointer}, visit);
    }

    const Document& document_;
    std::string source_;
    bool with_rules_;
    Operation operation_;
};

/// Reads operations path by path.
class PathReader {
  public:
    PathReader(const Document& document, const std::string& source, bool with_rules)
        : document_(document), reader_(document, source, with_rules), leaves_out_(!with_rules) {}

    Result<void> read(const std::string& path, const Place& place) {
        const auto item = resolved_object(document_, place);
        if (!item) return leave_out({"", "", path, item.error()});
        for (const std::string_view method : kMethods) {
            if (!item->has(method)) continue;
            auto read = read_method(path, *item, method);
            if (!read) return read;
        }
        return {};
    }

    [[nodiscard]] ReadOperations take() { return std::move(operations_); }

  private:
    Result<void> read_method(const std::string& path, const Place& item, std::string_view method) {
        const Place place = item.child(method);
        auto operation = reader_.read(path, item, place);
        if (!operation) {
            return leave_out({string_or(*place.node, "operationId", ""),
                              std::string(method),
                              path,
                              operation.error()});
        }
        if (!ids_.insert(operation->id).second) {
            return fail(ErrorCode::kInvalid,
                        "the operationId " + operation->id + " stands twice",
                        operation->where);
        }
        operations_.read.push_back(std::move(*operation));
        return {};
    }

    Result<void> leave_out(UnreadOperation operation) {
        if (!leaves_out_) return fail(operation.why);
        operations_.unread.push_back(std::move(operation));
        return {};
    }

    const Document& document_;
    OperationReader reader_;
    bool leaves_out_;
    std::set<std::string> ids_;
    ReadOperations operations_;
};

}  // namespace

Result<ReadOperations> read_operations(const Document& document,
                                       const std::string& source,
                                       bool with_rules) {
    const Place root{document.root.get(), ""};
    if (!root.has("paths")) return ReadOperations{};
    const auto paths = object_at(document, root.child("paths"));
    if (!paths) return fail(paths.error());
    PathReader reader(document, source, with_rules);
    for (const auto& [path, value] : paths->node->items()) {
        if (path.starts_with("x-")) continue;
        auto read = reader.read(path, paths->child(path));
        if (!read) return fail(read.error());
    }
    ReadOperations operations = reader.take();
    for (const auto check : {check_rules, check_history, check_accepted_names}) {
        const auto checked = check(operations.read);
        if (!checked) return fail(checked.error());
    }
    return operations;
}

}  // namespace plumbline::reading
