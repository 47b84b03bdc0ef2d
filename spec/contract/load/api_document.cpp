#include "spec/contract/contract.hpp"
#include "spec/contract/load/check_version.hpp"
#include "spec/contract/load/direction_view.hpp"
#include "spec/contract/load/discriminators.hpp"
#include "spec/contract/load/reference_siblings.hpp"
#include "spec/contract/load/requirement_table.hpp"
#include "spec/contract/reading.hpp"
#include "spec/http/media_type.hpp"
#include "spec/json/access.hpp"
#include "spec/json/pointer.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <mutex>
#include <optional>

namespace plumbline {

/// The schemas of a foreign document as they apply to requests; made at their first use.
class RequestSchemas {
  public:
    explicit RequestSchemas(Document document) : document_(std::move(document)) {}

    [[nodiscard]] const SchemaCompiler& compiler() const {
        std::call_once(once_, [this] {
            compiler_.emplace(direction_view(document_, MessageDirection::kRequest),
                              SchemaStrictness::kTolerant);
        });
        return *compiler_;
    }

  private:
    Document document_;
    mutable std::once_flag once_;
    mutable std::optional<SchemaCompiler> compiler_;
};

ApiDocument::ApiDocument(std::string name,
                         Document document,
                         std::unique_ptr<const RequestSchemas> request_schemas,
                         ApiOptions options)
    : name_(std::move(name)),
      document_(std::move(document)),
      is_foreign_(options.strictness == SchemaStrictness::kTolerant),
      compiler_(document_, options.strictness, std::move(options.x_names)),
      request_schemas_(std::move(request_schemas)),
      requirement_tables_(std::make_unique<RequirementTables>()) {
    server_url_ = reading::read_server_url({document_.root.get(), ""});
}

ApiDocument::~ApiDocument() = default;

const Operation* ApiDocument::find_operation(std::string_view id) const {
    for (const Operation& operation : operations_) {
        if (operation.id == id) return &operation;
    }
    return nullptr;
}

const Result<Schema>& ApiDocument::schema(std::string_view pointer,
                                          MessageDirection direction) const {
    const bool is_request = direction == MessageDirection::kRequest && request_schemas_;
    return (is_request ? request_schemas_->compiler() : compiler_).compile(pointer);
}

std::vector<std::string> ApiDocument::requirements_at(std::string_view pointer,
                                                      std::string_view root) const {
    std::string at(pointer);
    // A reference may lead out of the root, into a component.
    const auto is_above_root = [&] { return at.size() < root.size() && root.starts_with(at); };
    while (!is_above_root()) {
        const Json* node = find(*document_.root, std::string_view(at));
        if (node) {
            auto ids = strings_or_empty(*node, "x-requirements");
            if (!ids.empty()) return ids;
        }
        // The root's pointer has no slash, nor has a text that is not a pointer.
        const std::size_t slash = at.rfind('/');
        if (slash == std::string::npos) return {};
        at.resize(slash);
    }
    return {};
}

Result<void> ApiDocument::check_schemas() const {
    std::vector<std::string> pointers = reading::schema_pointers(document_);
    for (const Operation& operation : operations_) {
        for (const Rule& rule : operation.rules) {
            if (rule.kind != RuleKind::kCondition) continue;
            pointers.push_back(rule.when_pointer);
            pointers.push_back(rule.then_pointer);
        }
        for (const DeclaredResponse& response : operation.responses) {
            for (const MediaType& content : response.content) {
                if (!content.stream) continue;
                for (const DeclaredEvent* item : content.stream->events())
                    pointers.push_back(item->schema_pointer);
            }
        }
    }
    for (const std::string& pointer : pointers) {
        auto checked = compiler_.check(pointer);
        if (!checked) return checked;
    }
    return {};
}

Result<std::shared_ptr<const ApiDocument>> ApiDocument::load(std::string name,
                                                             Document document,
                                                             ApiOptions options) {
    const bool ours = options.strictness == SchemaStrictness::kClosed;
    if (auto supported = check_version(document, ours); !supported) return fail(supported.error());
    const std::string version = string_or(*document.root, "openapi", "");
    const bool checks_schemas = ours && !options.has_checked_schemas;
    if (version.starts_with("3.0.")) document = without_reference_siblings(std::move(document));
    std::unique_ptr<const RequestSchemas> request_schemas;
    if (!ours) {
        document = with_discriminators(std::move(document));
        request_schemas = std::make_unique<const RequestSchemas>(document);
        document = direction_view(std::move(document), MessageDirection::kResponse);
    }
    const std::shared_ptr<ApiDocument> api(new ApiDocument(
        std::move(name), std::move(document), std::move(request_schemas), std::move(options)));
    auto read = reading::read_operations(api->document_, api->name_, ours);
    if (!read) return fail(read.error());
    api->operations_ = std::move(read->operations);
    api->unreadable_ = std::move(read->unreadable);
    if (checks_schemas) {
        const auto checked = api->check_schemas();
        if (!checked) return fail(checked.error());
    }
    return api;
}

const MediaType* find_content(const std::vector<MediaType>& content,
                              std::string_view content_type) {
    const MediaType* best = nullptr;
    std::optional<std::size_t> best_match;
    for (const MediaType& entry : content) {
        const auto match = http::match_specificity(entry.key, content_type);
        if (!match || (best_match && *match <= *best_match)) continue;
        best = &entry;
        best_match = match;
    }
    return best;
}

std::string_view to_text(ParameterLocation location) {
    constexpr std::array<std::string_view, 5> kNames{
        "path", "query", "header", "cookie", "querystring"};
    return kNames[static_cast<std::size_t>(location)];
}

const DeclaredResponse* Operation::response_for(int status) const {
    const std::string exact = std::to_string(status);
    for (const std::string& wanted : {exact, exact.substr(0, 1) + "XX", std::string("default")}) {
        for (const DeclaredResponse& response : responses) {
            if (response.status == wanted) return &response;
        }
    }
    return nullptr;
}

const ViolationStatus& Operation::violation_status(std::string_view rule_kind) const {
    static const ViolationStatus kUnprocessable{{422}, Basis::kAssumed, ""};
    const ViolationStatus* general = &kUnprocessable;
    for (const ViolationStatus& status : violation_statuses) {
        if (status.rule_kind == rule_kind && !rule_kind.empty()) return status;
        if (status.rule_kind.empty()) general = &status;
    }
    return *general;
}

std::string Operation::record_pointer(const std::string& pointer) const {
    if (!resource || (kind != "list" && resource->items.empty())) return pointer;
    for (const std::string& prefix : {resource->items + "/*/", std::string("/*/")}) {
        if (pointer.starts_with(prefix)) return pointer.substr(prefix.size() - 1);
    }
    return pointer;
}

const StreamContract* Operation::stream() const {
    for (const DeclaredResponse& response : responses) {
        for (const MediaType& content : response.content) {
            if (content.stream) return &*content.stream;
        }
    }
    return nullptr;
}

std::string Operation::record_parameter() const {
    const auto& names = path.parameters();
    const bool is_parent = !names.empty() && resource && names.back() == resource->parent;
    return names.empty() || is_parent ? "" : names.back();
}

}  // namespace plumbline
