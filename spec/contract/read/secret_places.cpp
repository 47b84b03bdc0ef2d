#include "spec/contract/secret_places.hpp"

#include "spec/contract/reading.hpp"
#include "spec/json/access.hpp"
#include "spec/json/pointer.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <deque>
#include <set>
#include <string_view>

namespace plumbline {
namespace {

using reading::OpenApiNode;

constexpr const char* kAnyMember = "*";
constexpr int kMaxNames = 2;
constexpr std::size_t kMaxSecretVisits = 20'000;

/// Keywords with a schema of the same value, of each item or member, and maps of such schemas.
constexpr std::array kSameValue{"if", "then", "else"};
constexpr std::array kEachItem{"items",
                               "contains",
                               "unevaluatedItems",
                               "additionalProperties",
                               "unevaluatedProperties",
                               "additionalItems"};

bool is_secret(const Json& schema) {
    return string_or(schema, "format", "") == "password" || bool_or(schema, "writeOnly", false);
}

bool is_name(const std::string& token) {
    return token != kAnyMember;
}

/// Returns the path extended by a token, without the names and wildcards that it no longer needs.
SecretPath extended(SecretPath path, std::string token) {
    path.push_back(std::move(token));
    const auto names = std::count_if(path.begin(), path.end(), is_name);
    if (names == 0) return path;
    auto begin = std::find_if(path.begin(), path.end(), is_name);
    if (names > kMaxNames) begin = std::find_if(begin + 1, path.end(), is_name);
    path.erase(path.begin(), begin);
    return path;
}

/// Collects the paths to secrets below schemas, the shortest first.
class SecretSearch {
  public:
    explicit SecretSearch(const Document& document) : document_(document) {}

    void add(const std::string& schema_pointer) {
        const Json* schema = find(*document_.root, std::string_view(schema_pointer));
        if (schema_pointer.empty() || !schema) return;
        enter({schema, schema_pointer}, {});
        for (; !pending_.empty(); pending_.pop_front()) visit(pending_.front());
    }

    /// Returns the paths, each once.
    [[nodiscard]] std::vector<SecretPath> take() { return {found_.begin(), found_.end()}; }

  private:
    /// A schema and how the search came to it.
    struct SchemaVisit {
        OpenApiNode schema;
        SecretPath path{};
        /// The schemas passed since the path's last name: one that contains itself as its items
        /// would make ever longer paths of wildcards.
        std::vector<std::string> passed{};
    };

    void enter(const OpenApiNode& schema, SchemaVisit from) {
        if (std::ranges::find(from.passed, schema.pointer) != from.passed.end()) return;
        if (visited_.size() >= kMaxSecretVisits ||
            !visited_.emplace(schema.pointer, from.path).second)
            return;
        from.schema = schema;
        from.passed.push_back(schema.pointer);
        pending_.push_back(std::move(from));
    }

    void visit(const SchemaVisit& at) {
        std::vector<OpenApiNode> parts;
        (void)collect_schemas(document_, at.schema, parts);  // what can be read is in `parts`
        const bool found = std::any_of(parts.begin(), parts.end(), [](const OpenApiNode& one) {
            return is_secret(*one.value);
        });
        if (found) {
            found_.insert(at.path);
            return;
        }
        for (const OpenApiNode& part : parts) descend(part, at);
    }

    void descend(const OpenApiNode& schema, const SchemaVisit& at) {
        const SchemaVisit any_member{{}, extended(at.path, kAnyMember), at.passed};
        for (const char* keyword : kSameValue) enter_if_schema(schema, keyword, at);
        for (const char* keyword : kEachItem) enter_if_schema(schema, keyword, any_member);
        for (const auto& [name, part] : schema.members("dependentSchemas")) enter(part, at);
        for (const auto& [name, part] : schema.members("patternProperties"))
            enter(part, any_member);
        for (const auto& [name, part] : schema.members("properties"))
            enter(part, {{}, extended(at.path, name)});
        for (const OpenApiNode& item : schema.items("prefixItems")) enter(item, any_member);
    }

    void enter_if_schema(const OpenApiNode& owner, const char* keyword, const SchemaVisit& from) {
        if (owner.has_object(keyword)) enter(owner.child(keyword), from);
    }

    const Document& document_;
    std::deque<SchemaVisit> pending_;
    std::set<std::pair<std::string, SecretPath>> visited_;
    std::set<SecretPath> found_;
};

bool has_secret_value(const Document& document, const std::string& schema_pointer) {
    SecretSearch search(document);
    search.add(schema_pointer);
    return !search.take().empty();
}

/// A member of an object or an item of an array, on the way to a value.
struct PathStep {
    std::string_view name;
    bool is_item = false;
};

/// Visits the values of a body at secret paths.
class SecretVisitor {
  public:
    SecretVisitor(const std::vector<SecretPath>& paths,
                  const std::function<void(const std::string&, const Json&)>& visit)
        : paths_(paths), visit_(visit) {}

    void enter(const Json& value) {
        if (std::any_of(paths_.begin(), paths_.end(), [&](const auto& one) { return fits(one); }))
            return visit_leaves(value);
        descend(value, [&](const Json& part) { enter(part); });
    }

  private:
    template <typename Enter>
    void descend(const Json& value, Enter enter) {
        if (value.is_object()) {
            for (const auto& [name, part] : value.items()) {
                steps_.push_back({name, false});
                enter(part);
                steps_.pop_back();
            }
        } else if (value.is_array()) {
            for (const Json& part : value) {
                steps_.push_back({"", true});
                enter(part);
                steps_.pop_back();
            }
        }
    }

    void visit_leaves(const Json& value) {
        if (value.is_structured())
            return descend(value, [&](const Json& part) { visit_leaves(part); });
        if (value.is_null()) return;
        const auto nearest = std::find_if(
            steps_.rbegin(), steps_.rend(), [](const PathStep& step) { return !step.is_item; });
        visit_(nearest == steps_.rend() ? "" : std::string(nearest->name), value);
    }

    [[nodiscard]] bool fits(const SecretPath& path) const {
        const bool has_name = std::any_of(path.begin(), path.end(), is_name);
        if (path.size() > steps_.size() || (!has_name && path.size() != steps_.size()))
            return false;
        return std::equal(
            path.rbegin(), path.rend(), steps_.rbegin(), [](const auto& token, const auto& step) {
                return token == kAnyMember || (!step.is_item && token == step.name);
            });
    }

    const std::vector<SecretPath>& paths_;
    const std::function<void(const std::string&, const Json&)>& visit_;
    std::vector<PathStep> steps_;
};

/// Adds the schemas of a body, of its items and of its events.
void add_content(const MediaType& content, SecretSearch& bodies) {
    bodies.add(content.schema_pointer);
    if (content.items) {
        for (const std::string& pointer : content.items->schema_pointers()) bodies.add(pointer);
    }
    if (!content.stream) return;
    for (const DeclaredEvent* event : content.stream->events()) bodies.add(event->schema_pointer);
}

}  // namespace

SecretPlaces find_secret_places(const ApiDocument& api, const Operation& operation) {
    const Document& document = api.document();
    SecretPlaces places;
    SecretSearch bodies(document);
    if (operation.body) {
        for (const MediaType& content : operation.body->content) add_content(content, bodies);
    }
    for (const DeclaredResponse& response : operation.responses) {
        for (const MediaType& content : response.content) add_content(content, bodies);
        for (const DeclaredHeader& header : response.headers) {
            if (has_secret_value(document, header.schema_pointer))
                places.headers.push_back(header.name);
        }
    }
    places.bodies = bodies.take();
    for (const Parameter& parameter : operation.parameters) {
        if (has_secret_value(document, parameter.schema_pointer))
            places.parameters.push_back({parameter.name, parameter.location});
    }
    return places;
}

std::vector<SecretPath> find_secret_paths(const ApiDocument& api) {
    SecretSearch search(api.document());
    for (const std::string& pointer : reading::schema_pointers(api.document())) search.add(pointer);
    std::vector<SecretPath> paths = search.take();
    std::erase_if(paths, [](const SecretPath& path) {
        return std::count_if(path.begin(), path.end(), is_name) < kMaxNames;
    });
    return paths;
}

void for_each_secret(const std::vector<SecretPath>& paths,
                     const Json& body,
                     const std::function<void(const std::string&, const Json&)>& visit) {
    if (!paths.empty()) SecretVisitor(paths, visit).enter(body);
}

}  // namespace plumbline
