#include "conformance/monitors/inferred_call.hpp"

#include "conformance/client/client.hpp"
#include "spec/http/message.hpp"
#include "spec/json/access.hpp"

#include <nlohmann/json.hpp>

namespace plumbline::monitors {

SharedJson InferredCall::path_of(const MonitoredCall& given,
                                 const InferredOperation& inferred,
                                 const HistoryRules& rules) {
    const ResourceRules* type = rules.find_for(inferred.operation);
    const Json* id = given.path ? member(*given.path, inferred.id_parameter) : nullptr;
    return std::make_shared<const Json>(type && id ? Json{{type->id_parameter, *id}}
                                                   : Json::object());
}

SharedJson record_in(const SharedJson& response, const std::string& pointer) {
    if (!response || pointer.empty()) return response;
    const Json* record = find(*response, std::string_view(pointer));
    return record ? std::make_shared<const Json>(*record) : nullptr;
}

RecordEffect effect_of(RecordHistory& history,
                       const MonitoredCall& call,
                       const InferredOperation& inferred,
                       const HistoryRules& rules,
                       const CallOutcome& outcome) {
    constexpr int kAccepted = 202;  // what it asks for may happen later
    const auto& response = outcome.exchange.response;
    const std::string& kind = inferred.operation.kind;
    const bool is_read = kind == "read";
    const bool may_have_written = !is_read && (!response || !client::is_refusal(response->status));
    if (may_have_written) {
        // Only a plain write is taken to leave other records of its type as they are.
        const bool is_plain = inferred.effect == RecordEffect::kAsItsKind;
        history.forget_writes_except(is_plain ? rules.find_for(inferred.operation) : nullptr);
        // The path may name a record in another way than by its id: /users/me.
        const bool names_record = inferred.effect == RecordEffect::kAsItsKind && kind != "create";
        if (names_record && !own_record(history, call, rules)) return RecordEffect::kUnknown;
    }
    if (inferred.effect != RecordEffect::kAsItsKind || !response ||
        !http::is_success(response->status))
        return inferred.effect;
    const RecordEffect other = is_read ? RecordEffect::kNone : RecordEffect::kUnknownRecord;
    const bool has_query = call.call.url.find('?') != std::string::npos;
    if (response->status != inferred.status || response->status == kAccepted || has_query)
        return other;
    if (kind == "delete") return RecordEffect::kAsItsKind;
    const ResourceRules* type = rules.find_for(inferred.operation);
    const std::string named = path_value(call, type ? type->id_parameter : "");
    const std::string id =
        outcome.response && outcome.response->is_object()
            ? id_of(find(*outcome.response, std::string_view(inferred.operation.resource->id)))
            : "";
    const bool shows_record = !id.empty() && (kind == "create" || id == named);
    return shows_record ? RecordEffect::kAsItsKind : other;
}

}  // namespace plumbline::monitors
