import pulumi
import pulumi_broker as broker

network = broker.Vpc("network", region="provider-a::region-1", subnet="10.56.72.0/24")
shop = broker.Instance(
    "shop",
    plan="clustered-medium-1",
    region="provider-a::region-1",
    vpc=network.id,
    config={"heartbeat": 60},
)
team = broker.Recipient("team", instance=shop.id, type="email", value="team@example.com")
broker.Alarm(
    "backlog",
    instance=shop.id,
    type="queue",
    queue_regex="^orders$",
    value_threshold=10_000,
    time_threshold=600,
    recipients=[team.id],
)
pulumi.export("host", shop.host)
